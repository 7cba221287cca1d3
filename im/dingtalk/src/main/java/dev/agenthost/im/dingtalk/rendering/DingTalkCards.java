package dev.agenthost.im.dingtalk.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import java.util.List;

/**
 * Writes the variables of cards: those of the template in the platform's SDK
 * (https://github.com/open-dingtalk/dingtalk-stream-sdk-python/blob/main/dingtalk_stream/card_instance.py), which a template of an
 * organization needs, too. {@code msgContent} is the Markdown, {@code flowStatus} the state, and {@code sys_full_json_obj} has the order of
 * what is shown, and the buttons.
 */
final class DingTalkCards {
    /** The variable with the text. */
    static final String TEXT = "msgContent";
    /**
     * Most bytes of the text of a card that grows (https://open.dingtalk.com/document/development/api-streamingupdate: at most 3 K are
     * advised).
     */
    static final int MOST_BYTES = 3_000;
    /** Most bytes of a variable of a new card (https://open.dingtalk.com/document/development/create-and-deliver-cards: 1 KB). */
    static final int MOST_BYTES_OF_VARIABLE = 1_000;

    private static final String STATE = "flowStatus";
    private static final String GROWING = "2";
    private static final String FINISHED = "3";

    private DingTalkCards() {}

    /** Returns the variables of a card that grows. */
    static ObjectNode growing(String text) {
        return card(GROWING, text, List.of(TEXT), JsonNodeFactory.instance.objectNode());
    }

    /** Returns the variables of a card with buttons. */
    static ObjectNode withButtons(String text, List<ObjectNode> buttons) {
        ObjectNode more = JsonNodeFactory.instance.objectNode();
        ArrayNode array = more.putArray("msgButtons");
        buttons.forEach(array::add);
        return card(FINISHED, text, List.of(TEXT, "msgButtons"), more);
    }

    /** Returns the variables of a card that grows no more. */
    static ObjectNode finished() {
        return JsonNodeFactory.instance.objectNode().put(STATE, FINISHED);
    }

    /** Returns the variables of a card that grows no more and has another text. */
    static ObjectNode finished(String text) {
        return finished().put(TEXT, text);
    }

    private static ObjectNode card(String state, String text, List<String> order, ObjectNode more) {
        ArrayNode names = more.putArray("order");
        order.forEach(names::add);
        return JsonNodeFactory.instance
                .objectNode()
                .put(STATE, state)
                .put(TEXT, text)
                .put("sys_full_json_obj", more.toString());
    }

    /** Returns true if a new card can hold each of the variables. */
    static boolean isAccepted(ObjectNode variables) {
        return variables
                .valueStream()
                .allMatch(value -> DingTalkMessages.bytes(value.asText()) <= MOST_BYTES_OF_VARIABLE);
    }

    /** Returns the bytes of a text as a card has it. */
    static int size(FormattedText text) {
        return DingTalkMessages.bytes(DingTalkMarkdown.of(text));
    }
}
