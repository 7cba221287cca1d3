package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.TopLevelFields;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts texts of the wire protocol to frames and back, without knowledge of actions. Never throws on input. */
public final class FrameCodec {
    /** The approximate limit of objects, arrays and members of one frame, which bounds the memory of many connections. */
    public static final int MOST_VALUES = 100_000;

    private static final Set<String> HEAD = Set.of("seq_id", "code", "action");

    private FrameCodec() {}

    public static Frame parse(String text) {
        return parse(text, 0);
    }

    /** @param values the approximate number of values */
    static Frame parse(String text, int values) {
        if (values > MOST_VALUES) {
            return broken(text, Frame.Kind.TOO_MANY_VALUES);
        }
        JsonNode root;
        try {
            root = ProtocolCodec.readTree(text);
        } catch (UndecodableException e) {
            return broken(text, Frame.Kind.NOT_JSON);
        }
        if (!root.isObject()) {
            return new Frame.Invalid(Frame.Kind.NOT_AN_OBJECT);
        }
        JsonNode seq = root.path("seq_id");
        if (!isSeqId(seq)) {
            return new Frame.Invalid(Frame.Kind.NO_SEQ_ID);
        }
        if (root.has("code")) {
            return response(root, seq.longValue());
        }
        JsonNode action = root.path("action");
        return action.isTextual()
                ? new Frame.Request(seq.longValue(), action.textValue(), root.path("data"), root.path("context"))
                : new Frame.Invalid(Frame.Kind.NO_CODE_OR_ACTION, seq.longValue(), false);
    }

    private static Frame response(JsonNode root, long seqId) {
        JsonNode code = root.path("code");
        if (!code.isInt()) {
            return new Frame.Invalid(Frame.Kind.BAD_CODE, seqId, false);
        }
        boolean end = "end".equals(root.path("chunk_status").asText());
        return new Frame.Response(seqId, code.intValue(), root.path("message").asText(""), root.path("data"), end);
    }

    /** Identifies an unreadable frame by its first fields. */
    private static Frame.Invalid broken(String text, Frame.Kind kind) {
        ObjectNode head = TopLevelFields.read(text, HEAD);
        JsonNode seq = head.path("seq_id");
        return new Frame.Invalid(kind, isSeqId(seq) ? seq.longValue() : null, head.has("action") && !head.has("code"));
    }

    private static boolean isSeqId(JsonNode seq) {
        return seq.canConvertToExactIntegral() && seq.canConvertToLong();
    }

    /** Encodes a request; {@code context} is last, and absent for plugins before 0.5. */
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

    /** Encodes the empty last frame of a stream. */
    public static String end(long seqId) {
        ObjectNode frame = JsonNodeFactory.instance.objectNode();
        frame.put("seq_id", seqId).put("code", 0).put("message", "success").putObject("data");
        return frame.put("chunk_status", "end").toString();
    }

    /** Encodes a refusal with its structured error (spec 000 §9), which the direct arrangement transmits completely. */
    public static String error(long seqId, AgentApiError error) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.set("error", ProtocolCodec.<ObjectNode>tree(error));
        return failure(seqId, error.message(), data);
    }

    /** Encodes a refusal of the wire protocol itself: busy, unknown, not registered. */
    public static String failure(long seqId, String message) {
        return failure(seqId, message, JsonNodeFactory.instance.objectNode());
    }

    private static String failure(long seqId, String message, ObjectNode data) {
        ObjectNode frame = JsonNodeFactory.instance.objectNode();
        frame.put("seq_id", seqId).put("code", 1).put("message", message).set("data", data);
        return frame.put("chunk_status", "continue").toString();
    }
}
