package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.ErrorRedactor;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.ArrayList;
import java.util.List;

/** The frames of JSON-RPC 2.0, as MCP uses them. */
public final class JsonRpc {
    private static final int METHOD_NOT_FOUND = -32601;
    private static final int INVALID_PARAMS = -32602;

    private JsonRpc() {}

    /** A frame of a server. */
    public sealed interface Frame {
        record Result(long id, JsonNode result) implements Frame {}

        record Failed(long id, McpException why) implements Frame {}

        /** A request of the server. */
        record Asks(JsonNode id, String method) implements Frame {}

        record Tells(String method) implements Frame {}

        record Nonsense() implements Frame {}
    }

    public static ObjectNode request(long id, String method, ObjectNode params) {
        return frame().put("id", id).put("method", method).set("params", JsonText.clean(params));
    }

    public static ObjectNode notification(String method, ObjectNode params) {
        return frame().put("method", method).set("params", params);
    }

    public static ObjectNode cancelled(long id) {
        return notification(
                "notifications/cancelled",
                JsonNodeFactory.instance.objectNode().put("requestId", id).put("reason", "nobody waits any more"));
    }

    /** Answers a request of the server; the host supports only {@code ping}. */
    public static ObjectNode answer(Frame.Asks asked) {
        ObjectNode answer = frame();
        answer.set("id", asked.id());
        if (asked.method().equals("ping")) {
            answer.putObject("result");
        } else {
            answer.putObject("error").put("code", METHOD_NOT_FOUND).put("message", "Method not found");
        }
        return answer;
    }

    /**
     * Reads the frames of one text; older servers send several at once.
     *
     * @param secrecy the secrets that the server received
     */
    public static List<Frame> read(String text, SecretRedactor secrecy) {
        JsonNode read;
        try {
            read = secrecy.without(JsonText.clean(ProtocolCodec.readTree(text)));
        } catch (UndecodableException e) {
            return List.of(new Frame.Nonsense());
        }
        List<Frame> frames = new ArrayList<>();
        if (read.isArray()) {
            read.forEach(one -> frames.add(one(one, secrecy)));
        } else {
            frames.add(one(read, secrecy));
        }
        return frames;
    }

    private static Frame one(JsonNode frame, SecretRedactor secrecy) {
        JsonNode id = frame.path("id");
        JsonNode method = frame.path("method");
        if (method.isTextual()) {
            return frame.has("id") ? new Frame.Asks(id, method.textValue()) : new Frame.Tells(method.textValue());
        }
        if (!id.isIntegralNumber() || !id.canConvertToLong()) {
            return new Frame.Nonsense();
        }
        if (frame.path("error").isObject()) {
            return new Frame.Failed(id.longValue(), failure(frame.path("error"), secrecy));
        }
        return frame.path("result").isObject()
                ? new Frame.Result(id.longValue(), frame.path("result"))
                : new Frame.Failed(
                        id.longValue(),
                        new McpException(McpException.Kind.UNREADABLE, "The server's answer holds no result"));
    }

    /** Converts an error. Its message may hold another server's answer, with escapes of its own. */
    private static McpException failure(JsonNode error, SecretRedactor secrecy) {
        String said = ErrorRedactor.without(error.path("message").asText(""), secrecy);
        int code = error.path("code").asInt();
        return new McpException(
                code == INVALID_PARAMS ? McpException.Kind.WRONG_ARGUMENTS : McpException.Kind.FAILED,
                "The server answered " + code + (said.isEmpty() ? "" : ": " + said));
    }

    private static ObjectNode frame() {
        return JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    }
}
