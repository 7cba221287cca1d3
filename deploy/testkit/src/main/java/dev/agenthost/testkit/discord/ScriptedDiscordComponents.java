package dev.agenthost.testkit.discord;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Set;

/** The rules of the body of a message (https://docs.discord.com/developers/resources/message#create-message). */
final class ScriptedDiscordComponents {
    private static final int MOST_ROWS = 5;
    private static final int MOST_BUTTONS = 5;

    private ScriptedDiscordComponents() {}

    /** Refuses a body. That lengths are code points is an answer of the platform (github.com/discord/discord-api-docs/issues/1315). */
    static void check(ObjectNode body, boolean hasFiles) {
        String content = body.path("content").asText();
        if (content.codePointCount(0, content.length()) > 2_000) {
            throw DiscordRefusal.ofMember("content", "BASE_TYPE_MAX_LENGTH");
        }
        if (content.isBlank() && body.path("components").isEmpty() && !hasFiles) {
            throw new DiscordRefusal(400, 50006, "Cannot send an empty message");
        }
        checkComponents(body.path("components"));
        JsonNode mentions = body.path("allowed_mentions");
        boolean isParsed = mentions.path("parse").valueStream().anyMatch(type -> type.asText()
                .equals("users"));
        if (isParsed && !mentions.path("users").isEmpty()) {
            throw DiscordRefusal.ofMember("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE");
        }
        // https://docs.discord.com/developers/resources/message#message-object-message-flags
        if ((body.path("flags").asInt() & ~(1 << 2 | 1 << 12)) != 0) {
            throw DiscordRefusal.ofMember("flags", "BASE_TYPE_CHOICES");
        }
    }

    /** Rows and buttons of https://docs.discord.com/developers/components/reference#action-row, and #button; the codes are assumed. */
    private static void checkComponents(JsonNode rows) {
        Set<String> ids = new HashSet<>();
        boolean isValid = rows.size() <= MOST_ROWS;
        for (JsonNode row : rows) {
            JsonNode buttons = row.path("components");
            isValid &= row.path("type").asInt() == 1 && !buttons.isEmpty() && buttons.size() <= MOST_BUTTONS;
            for (JsonNode button : buttons) {
                String id = button.path("custom_id").asText();
                String label = button.path("label").asText();
                int style = button.path("style").asInt();
                isValid &= button.path("type").asInt() == 2
                        && !id.isEmpty()
                        && id.length() <= 100
                        && ids.add(id)
                        && !label.isEmpty()
                        && label.codePointCount(0, label.length()) <= 80
                        && style >= 1
                        && style <= 4;
            }
        }
        if (!isValid) {
            throw DiscordRefusal.ofMember("components", "BASE_TYPE_BAD_LENGTH");
        }
    }
}
