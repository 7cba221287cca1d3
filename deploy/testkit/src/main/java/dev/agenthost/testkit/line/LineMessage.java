package dev.agenthost.testkit.line;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A message of the bot that a chat shows.
 *
 * @param id of the message
 * @param to id of the chat
 * @param content the message object
 */
public record LineMessage(String id, String to, ObjectNode content) {
    /** The type of a message with buttons. */
    public static final String FLEX = "flex";

    /** Returns the type of the message object. */
    public String type() {
        return content.path("type").asText();
    }

    /** Returns the text, or the title of a bubble. */
    public String text() {
        return type().equals(FLEX)
                ? content.at("/contents/body/contents/0/text").asText()
                : content.path("text").asText();
    }

    /** Returns the data of the buttons of a bubble, in their order; none for another message. */
    public List<String> buttons() {
        return content.at("/contents/footer/contents")
                .valueStream()
                .map(button -> button.at("/action/data").asText())
                .toList();
    }

    /** Returns the action of a button. */
    public JsonNode action(int index) {
        return content.at("/contents/footer/contents/" + index + "/action");
    }
}
