package dev.agenthost.sdk.ws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One message of the wire. Both sides send requests and responses on one socket; a message with {@code code} is a response. */
sealed interface WireFrame {
    /** The largest message, in bytes of UTF-8. */
    int MAX_BYTES = 16 * 1024 * 1024;

    /** @param context the installation of the peer; repeated in requests on its behalf */
    record Request(
            long seqId,
            String action,
            ObjectNode data,
            @Nullable JsonNode context) implements WireFrame {}

    /**
     * @param code 0 for success
     * @param end true for the end of a stream, which has no data
     */
    record Response(long seqId, int code, String message, ObjectNode data, boolean end) implements WireFrame {}

    /** Parses a message; other input is ignored, as LangBot's SDK does. */
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

    /** A response, or one chunk of a stream. */
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
