package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.json.JsonDepth;

/**
 * Cleans JSON for storage. The wire protocol permits characters that no database stores and no encoder writes: U+0000 and unpaired
 * surrogates. Such a character would fail a complete record; it becomes U+FFFD.
 */
public final class JsonText {
    /** The deepest nesting of a payload; the payload and the fields around it then fit into a record. */
    public static final int DEEPEST = 48;

    private JsonText() {}

    /** Returns the size of the encoded node in bytes of UTF-8. */
    public static long bytes(JsonNode node) {
        String text = node.toString();
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // A character of four bytes is a surrogate pair.
            bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
        }
        return bytes;
    }

    /** Returns true if the node has at most {@code bytes} bytes as UTF-8. A node that is surely smaller is not encoded. */
    public static boolean fits(JsonNode node, int bytes) {
        return most(node) <= bytes || bytes(node) <= bytes;
    }

    /** Returns an upper bound of the encoded size: a character has at most six bytes. */
    private static long most(JsonNode node) {
        if (node.isTextual()) {
            return 6L * node.textValue().length() + 2;
        }
        if (!node.isContainerNode()) {
            return node.asText().length() + 4;
        }
        long most = 2;
        for (var field : node.properties()) {
            most += 6L * field.getKey().length() + 4 + most(field.getValue());
        }
        if (node.isArray()) {
            for (JsonNode child : node) {
                most += 1 + most(child);
            }
        }
        return most;
    }

    public static boolean tooDeep(JsonNode node) {
        return JsonDepth.exceeds(node, DEEPEST);
    }

    public static boolean isClean(JsonNode node) {
        if (node.isTextual()) {
            return isClean(node.textValue());
        }
        if (node.isObject()) {
            for (var field : node.properties()) {
                if (!isClean(field.getKey()) || !isClean(field.getValue())) {
                    return false;
                }
            }
            return true;
        }
        for (JsonNode child : node) {
            if (!isClean(child)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the node with invalid characters replaced; the node itself if there are none. */
    public static JsonNode clean(JsonNode node) {
        return isClean(node) ? node : replaced(node);
    }

    private static JsonNode replaced(JsonNode node) {
        if (node.isTextual()) {
            return TextNode.valueOf(clean(node.textValue()));
        }
        if (node.isObject()) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            node.properties().forEach(field -> copy.set(clean(field.getKey()), replaced(field.getValue())));
            return copy;
        }
        if (node.isArray()) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            node.forEach(child -> copy.add(replaced(child)));
            return copy;
        }
        return node;
    }

    public static boolean isClean(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\u0000' || Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    public static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) ? 0xFFFD : c)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
