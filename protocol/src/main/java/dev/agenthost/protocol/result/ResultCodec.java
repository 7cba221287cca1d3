package dev.agenthost.protocol.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts frames to payloads and back. Decoding never throws. */
public final class ResultCodec {
    /** Each payload by its name on the wire. */
    static final Map<String, Class<? extends ResultPayload>> TYPES = types();

    private ResultCodec() {}

    /**
     * Returns the payload of the frame. A frame without a type is {@code Malformed} with an empty type: a breach of the
     * protocol.
     */
    public static DecodeResult decode(ResultFrame frame) {
        String type = frame.type();
        if (type == null || type.isEmpty()) {
            return new DecodeResult.Malformed("", "type is missing");
        }
        Class<? extends ResultPayload> payload = TYPES.get(type);
        if (payload == null) {
            return new DecodeResult.Unknown(type);
        }
        if (payload == ToolCallStarted.class) {
            return new DecodeResult.Known(started(frame.data()));
        }
        if (payload == ToolCallCompleted.class) {
            return new DecodeResult.Known(completed(frame.data()));
        }
        if (!frame.data().isObject()) {
            return new DecodeResult.Malformed(type, "data must be an object");
        }
        try {
            return new DecodeResult.Known(ProtocolCodec.decode(frame.data(), payload));
        } catch (UndecodableException e) {
            return new DecodeResult.Malformed(type, e.field() + " " + e.why());
        }
    }

    /** Returns a frame for the topics, where the record names the run. */
    public static ResultFrame frame(
            long sequence, ResultPayload payload, long timestampSeconds, @Nullable JsonNode usage) {
        ObjectNode data = ProtocolCodec.tree(payload);
        return new ResultFrame(null, payload.type(), data, sequence, timestampSeconds, usage);
    }

    /**
     * Returns the JSON of {@link #frame}, byte for byte, without intermediate trees, because a host writes one for each
     * delta.
     */
    public static byte[] write(long sequence, ResultPayload payload, long timestampSeconds, @Nullable JsonNode usage) {
        return ProtocolCodec.encode(new Written(payload.type(), payload, sequence, timestampSeconds, usage));
    }

    /** A {@link ResultFrame} with a typed payload; the same fields in the same order. */
    private record Written(
            String type,
            ResultPayload data,
            long sequence,
            long timestamp,
            @Nullable JsonNode usage) {
        Written {
            usage = Fields.nullable(usage);
        }
    }

    static String typeOf(Class<?> payload) {
        for (Map.Entry<String, Class<? extends ResultPayload>> entry : TYPES.entrySet()) {
            if (entry.getValue() == payload) {
                return entry.getKey();
            }
        }
        throw new IllegalStateException("The payload has no wire name: " + payload);
    }

    private static ToolCallStarted started(JsonNode data) {
        return new ToolCallStarted(
                data.path("tool_call_id").textValue(),
                data.path("tool_name").textValue(),
                data.path("parameters").isMissingNode()
                        ? ProtocolCodec.mapper().createObjectNode()
                        : data.get("parameters"),
                data.path("choice"));
    }

    private static ToolCallCompleted completed(JsonNode data) {
        return new ToolCallCompleted(
                data.path("tool_call_id").textValue(),
                data.path("tool_name").textValue(),
                data.path("result"),
                data.path("error").textValue());
    }

    private static Map<String, Class<? extends ResultPayload>> types() {
        Map<String, Class<? extends ResultPayload>> types = new LinkedHashMap<>();
        types.put("message.delta", MessageDelta.class);
        types.put("message.completed", MessageCompleted.class);
        types.put("tool.call.started", ToolCallStarted.class);
        types.put("tool.call.completed", ToolCallCompleted.class);
        types.put("artifact.created", ArtifactCreated.class);
        types.put("state.updated", StateUpdated.class);
        types.put("action.requested", ActionRequested.class);
        types.put("run.completed", RunCompleted.class);
        types.put("run.failed", RunFailed.class);
        types.put("run.started", RunStarted.class);
        types.put("run.unanswered", RunUnanswered.class);
        return Map.copyOf(types);
    }
}
