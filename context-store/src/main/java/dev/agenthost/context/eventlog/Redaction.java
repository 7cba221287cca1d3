package dev.agenthost.context.eventlog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.security.SecretNames;
import java.util.Locale;
import java.util.Map;

/**
 * Copies a document without the bytes in it: every {@code …base64} text, every {@code data:} address, the {@code content} of
 * attachments, and the base64 that {@link InlineText} finds inside a text; of a result also each value under a name that looks like a
 * secret's. A redacted copy has {@code "content_redacted": true}.
 */
public final class Redaction {
    /** Marks a document of which something was redacted. */
    public static final String MARK = "content_redacted";

    private static final String ATTACHMENTS = "attachments";

    private final boolean withoutSecrets;
    private boolean redacted;

    private Redaction(boolean withoutSecrets) {
        this.withoutSecrets = withoutSecrets;
    }

    /** Copies an event, whose secrets were removed at intake. */
    public static ObjectNode of(JsonNode document) {
        return of(document, new Redaction(false));
    }

    /** Copies a runner's result, which may hold the parameters of a tool, for instance. */
    public static ObjectNode ofResult(JsonNode document) {
        return of(document, new Redaction(true));
    }

    private static ObjectNode of(JsonNode document, Redaction redaction) {
        ObjectNode copy = redaction.object(document, false);
        if (redaction.redacted) {
            copy.put(MARK, true);
        }
        return copy;
    }

    /** Returns the mark alone if the copy has it, for a document that is derived from the copy. */
    public static ObjectNode markOf(JsonNode copy) {
        ObjectNode mark = JsonNodeFactory.instance.objectNode();
        if (copy.path(MARK).asBoolean()) {
            mark.put(MARK, true);
        }
        return mark;
    }

    private ObjectNode object(JsonNode node, boolean isAttachment) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (isInlineBytes(field.getKey(), field.getValue(), isAttachment)
                    || isSecret(field.getKey(), field.getValue())) {
                redacted = true;
            } else {
                copy.set(field.getKey(), any(field.getValue(), field.getKey().equals(ATTACHMENTS)));
            }
        }
        return copy;
    }

    private JsonNode any(JsonNode node, boolean isAttachments) {
        if (node.isObject()) {
            return object(node, isAttachments);
        }
        if (node.isArray()) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode(node.size());
            node.forEach(element -> copy.add(any(element, isAttachments)));
            return copy;
        }
        return node.isTextual() ? text(node) : node;
    }

    private JsonNode text(JsonNode node) {
        String text = node.textValue();
        String cut = InlineText.without(text);
        if (cut.length() == text.length()) {
            return node;
        }
        redacted = true;
        return TextNode.valueOf(cut);
    }

    /** Returns true for a secret; booleans and nulls are no secrets under any name. */
    private boolean isSecret(String name, JsonNode value) {
        return withoutSecrets && !value.isBoolean() && !value.isNull() && SecretNames.looksSecret(name);
    }

    private static boolean isInlineBytes(String name, JsonNode value, boolean isAttachment) {
        if (!value.isTextual()) {
            return false;
        }
        return name.toLowerCase(Locale.ROOT).endsWith("base64")
                || isAttachment && name.equals("content")
                || isDataAddress(value.textValue());
    }

    private static boolean isDataAddress(String text) {
        if (!text.regionMatches(true, 0, "data:", 0, 5)) {
            return false;
        }
        int comma = text.indexOf(',');
        return comma > 0 && text.substring(0, comma).toLowerCase(Locale.ROOT).endsWith(";base64");
    }
}
