package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import org.jspecify.annotations.Nullable;

/** Text of the wire to frames and back. Knows the wire's names and nothing about what is said with them. Never throws on input. */
public final class FrameCodec {
    private FrameCodec() {}

    public static Frame parse(String text) {
        JsonNode root;
        try {
            root = ProtocolCodec.readTree(text);
        } catch (UndecodableException e) {
            return new Frame.Noise("not JSON");
        }
        if (!root.isObject()) {
            return new Frame.Noise("not an object");
        }
        JsonNode seq = root.path("seq_id");
        if (!seq.canConvertToExactIntegral() || !seq.canConvertToLong()) {
            return new Frame.Noise("no seq_id");
        }
        if (root.has("code")) {
            return response(root, seq.longValue());
        }
        JsonNode action = root.path("action");
        return action.isTextual()
                ? new Frame.Request(seq.longValue(), action.textValue(), root.path("data"), root.path("context"))
                : new Frame.Noise("neither code nor action");
    }

    private static Frame response(JsonNode root, long seqId) {
        JsonNode code = root.path("code");
        if (!code.isInt()) {
            return new Frame.Noise("code is not a number");
        }
        boolean end = "end".equals(root.path("chunk_status").asText());
        return new Frame.Response(seqId, code.intValue(), root.path("message").asText(""), root.path("data"), end);
    }

    /** {@code context} comes last, and only where there is one: plugins before 0.5 know none. */
    public static String request(long seqId, String action, JsonNode data, @Nullable Tenant tenant) {
        ObjectNode frame = JsonNodeFactory.instance.objectNode();
        frame.put("seq_id", seqId).put("action", action).set("data", data);
        if (tenant != null) {
            ObjectNode context = frame.putObject("context")
                    .put("instance_uuid", tenant.instance())
                    .put("workspace_uuid", tenant.workspaceId())
                    .put("placement_generation", 1);
            Installation installation = tenant.installation();
            if (installation != null) {
                installation.writeTo(context);
            }
        }
        return frame.toString();
    }

    public static String success(long seqId, JsonNode data) {
        ObjectNode frame = JsonNodeFactory.instance.objectNode();
        frame.put("seq_id", seqId).put("code", 0).put("message", "success").set("data", data);
        return frame.put("chunk_status", "continue").toString();
    }

    /** The empty last frame of a stream. */
    public static String end(long seqId) {
        ObjectNode frame = JsonNodeFactory.instance.objectNode();
        frame.put("seq_id", seqId).put("code", 0).put("message", "success").putObject("data");
        return frame.put("chunk_status", "end").toString();
    }

    /** A refusal with its structured error (spec 000 §9), which arrives whole in the direct arrangement. */
    public static String error(long seqId, AgentApiError error) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.set("error", ProtocolCodec.<ObjectNode>tree(error));
        return failure(seqId, error.message(), data);
    }

    /** A refusal of the wire itself: busy, unknown, not registered. */
    public static String failure(long seqId, String message) {
        return failure(seqId, message, JsonNodeFactory.instance.objectNode());
    }

    private static String failure(long seqId, String message, ObjectNode data) {
        ObjectNode frame = JsonNodeFactory.instance.objectNode();
        frame.put("seq_id", seqId).put("code", 1).put("message", message).set("data", data);
        return frame.put("chunk_status", "continue").toString();
    }
}
