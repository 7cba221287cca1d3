package dev.agenthost.gateway.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.security.SecretNames;

/**
 * Removes credentials from a payload of unknown structure: members with secret names at every depth ({@link Scrubber}),
 * headers that are written as pairs, JSON inside texts, and the secrets that {@link SecretTexts} finds in texts.
 * Returns a copy.
 */
final class RawScrubber {
    /** Most levels of JSON texts inside JSON texts; deeper ones are masked. */
    private static final int INSIDE_TEXTS = 4;

    private RawScrubber() {}

    static JsonNode scrubbed(JsonNode raw) {
        return scrubbed(raw, INSIDE_TEXTS);
    }

    private static JsonNode scrubbed(JsonNode raw, int levels) {
        return walk(Scrubber.withoutSecrets(raw), levels);
    }

    private static JsonNode walk(JsonNode node, int levels) {
        return switch (node) {
            case ObjectNode object -> members(object, levels);
            case ArrayNode array -> elements(array, levels);
            case TextNode text -> TextNode.valueOf(text(text.textValue(), levels));
            default -> node;
        };
    }

    /** Treats {@code {"name":"Authorization","value":"…"}} as a member of the name {@code Authorization}. */
    private static ObjectNode members(ObjectNode object, int levels) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        boolean isSecretPair = namesSecret(object.path("name")) || namesSecret(object.path("key"));
        object.properties().forEach(member -> {
            if (!isSecretPair || !member.getKey().startsWith("value")) {
                copy.set(member.getKey(), walk(member.getValue(), levels));
            }
        });
        return copy;
    }

    /** Omits the text that follows the name of a secret in a list: {@code ["Authorization","…"]}. */
    private static ArrayNode elements(ArrayNode array, int levels) {
        ArrayNode copy = JsonNodeFactory.instance.arrayNode(array.size());
        JsonNode before = JsonNodeFactory.instance.missingNode();
        for (JsonNode element : array) {
            if (!element.isTextual() || !namesSecret(before)) {
                copy.add(walk(element, levels));
            }
            before = element;
        }
        return copy;
    }

    private static boolean namesSecret(JsonNode name) {
        return name.isTextual()
                && name.textValue().length() <= EventLimits.ID_CHARS
                && SecretNames.looksSecret(name.textValue());
    }

    private static String text(String text, int levels) {
        String stripped = text.strip();
        if (!stripped.startsWith("{") && !stripped.startsWith("[")) {
            return SecretTexts.masked(text);
        }
        try {
            JsonNode inside = ProtocolCodec.readTree(stripped);
            if (levels == 0) {
                return SecretTexts.MASK;
            }
            JsonNode clean = scrubbed(inside, levels - 1);
            return clean.equals(inside) ? text : clean.toString();
        } catch (UndecodableException noJson) {
            return SecretTexts.masked(text);
        }
    }
}
