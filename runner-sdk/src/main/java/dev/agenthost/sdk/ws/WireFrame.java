package dev.agenthost.sdk.ws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One message of the wire. Both sides ask and answer on one socket; what holds {@code code} is an answer. */
sealed interface WireFrame {
    /** The largest message, in bytes of UTF-8. */
    int MAX_BYTES = 16 * 1024 * 1024;

    /** @param context whose installation the peer speaks of; repeated in what is asked on its behalf */
    record Request(
            long seqId,
            String action,
            ObjectNode data,
            @Nullable JsonNode context) implements WireFrame {}

    /**
     * @param code 0 where it went well
     * @param end whether it is the last of a stream, and says nothing itself
     */
    record Response(long seqId, int code, String message, ObjectNode data, boolean end) implements WireFrame {}

    /** Reads a message; what is none is ignored, as the peer does. */
    static Optional<WireFrame> parse(String text) {
        JsonNode tree;
        try {
            tree = ProtocolCodec.readTree(text);
        } catch (UndecodableException e) {
            return Optional.empty();
        }
        JsonNode seqId = tree.path("seq_id");
        if (!tree.isObject() || !seqId.isIntegralNumber()) {
            return Optional.empty();
        }
        ObjectNode data = tree.path("data") instanceof ObjectNode object
                ? object
                : ProtocolCodec.mapper().createObjectNode();
        if (tree.path("code").isIntegralNumber()) {
            return Optional.of(new Response(
                    seqId.longValue(),
                    tree.path("code").intValue(),
                    tree.path("message").asText(),
                    data,
                    tree.path("chunk_status").asText().equals("end")));
        }
        if (tree.path("action").isTextual()) {
            JsonNode context = tree.path("context").isObject() ? tree.path("context") : null;
            return Optional.of(
                    new Request(seqId.longValue(), tree.path("action").textValue(), data, context));
        }
        return Optional.empty();
    }

    static String request(long seqId, String action, ObjectNode data, @Nullable JsonNode context) {
        ObjectNode frame = ProtocolCodec.mapper().createObjectNode();
        frame.put("seq_id", seqId).put("action", action).set("data", data);
        if (context != null) {
            frame.set("context", context);
        }
        return frame.toString();
    }

    /** An answer, or one piece of a stream. */
    static String success(long seqId, JsonNode data) {
        return response(seqId, 0, "success", data, "continue");
    }

    /** The end of a stream. */
    static String end(long seqId) {
        return response(seqId, 0, "success", ProtocolCodec.mapper().createObjectNode(), "end");
    }

    static String error(long seqId, String message) {
        return response(seqId, 1, message, ProtocolCodec.mapper().createObjectNode(), "continue");
    }

    private static String response(long seqId, int code, String message, JsonNode data, String status) {
        ObjectNode frame = ProtocolCodec.mapper().createObjectNode();
        frame.put("seq_id", seqId).put("code", code).put("message", message);
        frame.set("data", data);
        return frame.put("chunk_status", status).toString();
    }
}
