package dev.agenthost.im.lark.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;

/**
 * Writes cards of JSON 2.0 (https://open.feishu.cn/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/card-json-v2-structure). Each is shared, so
 * that it can be replaced later (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/patch.md).
 */
final class LarkCards {
    private static final String CONTENT = "content";
    private static final String MARKDOWN = "markdown";

    private LarkCards() {}

    /** Returns a card with a text in the dialect of the markdown component. */
    static ObjectNode markdown(String text) {
        ObjectNode card = empty();
        elements(card).addObject().put("tag", MARKDOWN).put(CONTENT, text);
        return card;
    }

    /** Returns a card with a text without markup. */
    static ObjectNode plain(String text) {
        ObjectNode card = empty();
        elements(card).addObject().put("tag", "div").set("text", plainText(text));
        return card;
    }

    static ObjectNode plainText(String text) {
        return JsonNodeFactory.instance.objectNode().put("tag", "plain_text").put(CONTENT, text);
    }

    static ArrayNode elements(ObjectNode card) {
        return (ArrayNode) card.path("body").path("elements");
    }

    /** Moves what follows the text of a card to the end of another one. */
    static void moveButtons(ObjectNode from, ObjectNode to) {
        ArrayNode elements = elements(from);
        for (int i = 1; i < elements.size(); i++) {
            elements(to).add(elements.get(i));
        }
    }

    /** Returns true if the text of the card is Markdown. */
    static boolean isMarkdown(ObjectNode card) {
        return first(card).path("tag").asText().equals(MARKDOWN);
    }

    /** Returns the text of a card that this class wrote. */
    static String text(ObjectNode card) {
        JsonNode first = first(card);
        return (isMarkdown(card) ? first : first.path("text")).path(CONTENT).asText();
    }

    /** Returns the JSON in a text, as {@code content} of a message has it. */
    static String json(ObjectNode card) {
        return new String(ProtocolCodec.encode(card), StandardCharsets.UTF_8);
    }

    /** @throws IllegalArgumentException if it is none */
    static ObjectNode read(String json) {
        try {
            return (ObjectNode) ProtocolCodec.readTree(json.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException e) {
            throw new IllegalArgumentException("no card", e);
        }
    }

    /** Returns the bytes of a text in the JSON of a card in the JSON of a call. */
    static int sizeOf(String text) {
        int size = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            size += switch (c) {
                case '"', '\\' -> 4;
                case '\n', '\t' -> 3;
                default -> c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isSurrogate(c) ? 2 : 3;
            };
        }
        return size;
    }

    private static JsonNode first(ObjectNode card) {
        return card.path("body").path("elements").path(0);
    }

    private static ObjectNode empty() {
        ObjectNode card = JsonNodeFactory.instance.objectNode().put("schema", "2.0");
        card.putObject("config").put("update_multi", true).put("streaming_mode", false);
        card.putObject("body").putArray("elements");
        return card;
    }
}
