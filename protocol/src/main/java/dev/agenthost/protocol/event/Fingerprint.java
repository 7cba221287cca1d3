package dev.agenthost.protocol.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.digest.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * SHA-256 over what the caller said, whatever the order of its fields: {@code event_id}, {@code received_at} and the
 * fingerprint itself are left out. The same id with another fingerprint is a conflict and is not run.
 */
public final class Fingerprint {
    private Fingerprint() {}

    /** 64 lower-case hexadecimal digits. */
    public static String of(EventEnvelope event) {
        ObjectNode said = ProtocolCodec.tree(event);
        said.remove("event_id");
        said.remove("received_at");
        said.remove("fingerprint");
        StringBuilder canonical = new StringBuilder();
        write(said, canonical);
        return Sha256.hex(canonical.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void write(JsonNode node, StringBuilder out) {
        if (node.isObject()) {
            Map<String, JsonNode> sorted = new TreeMap<>();
            node.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
            char separator = '{';
            for (Map.Entry<String, JsonNode> field : sorted.entrySet()) {
                out.append(separator).append(quoted(field.getKey())).append(':');
                write(field.getValue(), out);
                separator = ',';
            }
            out.append(separator == '{' ? "{}" : "}");
        } else if (node.isArray()) {
            out.append('[');
            for (JsonNode element : node) {
                write(element, out);
                out.append(',');
            }
            out.append(']');
        } else if (node.isNumber()) {
            // 1, 1.0 and 1e0 are one number.
            out.append(node.decimalValue().stripTrailingZeros());
        } else {
            out.append(node);
        }
    }

    private static String quoted(String name) {
        try {
            return ProtocolCodec.mapper().writeValueAsString(name);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("any string can be quoted", e);
        }
    }
}
