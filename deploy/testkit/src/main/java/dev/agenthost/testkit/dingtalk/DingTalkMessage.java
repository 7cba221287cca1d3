package dev.agenthost.testkit.dingtalk;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A message of the robot that a chat shows.
 *
 * @param id the {@code processQueryKey} of a message, the {@code outTrackId} of a card
 * @param chatId the {@code openConversationId} of a group, else the user id of the person
 * @param msgKey the template of the message; {@code card} for a card
 * @param content the parameters of the message, the variables of a card
 */
public record DingTalkMessage(String id, String chatId, String msgKey, ObjectNode content) {
    /** The template of a card here. */
    public static final String CARD = "card";

    /** Returns the text of the message, as it was written; empty for a file. */
    public String text() {
        return switch (msgKey) {
            case "sampleMarkdown" -> content.path("text").asText();
            case "sampleText" -> content.path("content").asText();
            case CARD -> content.path("msgContent").asText();
            default -> "";
        };
    }

    /** Returns true for a card whose text has its last state. */
    public boolean isFinished() {
        return content.path("flowStatus").asText().equals("3");
    }
}
