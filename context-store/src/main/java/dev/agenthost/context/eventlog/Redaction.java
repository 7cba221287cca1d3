package dev.agenthost.context.eventlog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.inbound.SecretNames;
import java.util.Locale;
import java.util.Map;

/**
 * A copy of a document without the bytes that stand in it: every {@code …base64} text, every {@code data:} address, the
 * {@code content} of attachments, and what {@link InlineText} finds inside a text; of a result also whatever stands under a name that looks like a secret's. Where something was taken out, the copy says {@code "content_redacted": true}.
 */
public final class Redaction {
    /** The mark on what something was taken out of. */
    public static final String MARK = "content_redacted";

    private static final String ATTACHMENTS = "attachments";

    private final boolean withoutSecrets;
    private boolean redacted;

    private Redaction(boolean withoutSecrets) {
        this.withoutSecrets = withoutSecrets;
    }

    /** Of an event, which was scrubbed of secrets where it came in. */
    public static ObjectNode of(JsonNode document) {
        return of(document, new Redaction(false));
    }

    /** Of what a runner says: of a tool's parameters, for instance. */
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

    /** The mark alone, where a copy has it: for whatever is made of that copy. */
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

    /** Whether something passed is no secret, whatever it is called. */
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
