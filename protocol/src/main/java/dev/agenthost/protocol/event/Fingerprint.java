package dev.agenthost.protocol.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * SHA-256 over what makes an event the one it is, whatever the order of its fields: its type, its bot, its conversation, who acts, what
 * is said; and its {@code data} where nothing is said. Times, flags, names and what the surface can do are left out, because a platform
 * that sends an event again may change them. The same id with another fingerprint is a conflict and is not run.
 */
public final class Fingerprint {
    private Fingerprint() {}

    /** 64 lower-case hexadecimal digits. */
    public static String of(EventEnvelope event) {
        ObjectNode document = ProtocolCodec.mapper().createObjectNode();
        document.put("event_type", event.eventType());
        document.put("bot_id", event.botId());
        document.put("conversation_id", event.conversationId());
        document.put("thread_id", event.threadId());
        if (event.actor() != null) {
            document.put("actor_type", event.actor().actorType());
            document.put("actor_id", event.actor().actorId());
        }
        document.set("input", ProtocolCodec.tree(event.input()));
        if (event.input().equals(AgentInput.empty())) {
            document.set("data", event.data());
        }
        StringBuilder canonical = new StringBuilder();
        write(document, canonical);
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
