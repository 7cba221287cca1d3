package dev.agenthost.testkit.wecom;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A message of the application that a person sees.
 *
 * @param id the {@code msgid}
 * @param userId of the person
 * @param type its {@code msgtype}
 * @param content the object of that name
 */
public record WeComMessage(String id, String userId, String type, ObjectNode content) {
    /** The type of a card with buttons. */
    public static final String CARD = "template_card";

    /** Returns the text of a message as it was written, the title of a card; empty for a file. */
    public String text() {
        return type.equals(CARD)
                ? content.at("/main_title/title").asText()
                : content.path("content").asText();
    }

    /** Returns the keys of the buttons of a card, in their order; none for another message. */
    public List<String> buttons() {
        return content.path("button_list")
                .valueStream()
                .map(button -> button.path("key").asText())
                .toList();
    }
}
