package dev.agenthost.protocol.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.id.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The same text for the same value: names of objects in the order of their UTF-16 code units, no blanks, numbers with the digits they
 * came with. So what is the same from one run to the next is the same to the byte, and has the same digest.
 */
public final class CanonicalJson {
    private CanonicalJson() {}

    /** An equal tree whose objects are in order, at every depth. */
    public static JsonNode of(JsonNode node) {
        if (node.isObject()) {
            ObjectNode ordered = JsonNodeFactory.instance.objectNode();
            node.properties().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(field -> ordered.set(field.getKey(), of(field.getValue())));
            return ordered;
        }
        if (node.isArray()) {
            ArrayNode ordered = JsonNodeFactory.instance.arrayNode(node.size());
            node.forEach(element -> ordered.add(of(element)));
            return ordered;
        }
        return node;
    }

    /** Of the canonical text in UTF-8: 64 lower-case hexadecimal digits. */
    public static String sha256(JsonNode node) {
        return sha256OfOrdered(of(node));
    }

    /** As {@link #sha256}, of a tree that {@link #of} made, or a part of one. */
    public static String sha256OfOrdered(JsonNode ordered) {
        return Sha256.hex(ordered.toString().getBytes(StandardCharsets.UTF_8));
    }
}
