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
        record Request(JsonNode id, String method) implements Frame {}

        record Notification(String method) implements Frame {}

        record Malformed() implements Frame {}
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
                JsonNodeFactory.instance.objectNode().put("requestId", id).put("reason", "the caller no longer waits"));
    }

    /** Returns the response to a request of the server; the host supports only {@code ping}. */
    public static ObjectNode respond(Frame.Request request) {
        ObjectNode response = frame();
        response.set("id", request.id());
        if (request.method().equals("ping")) {
            response.putObject("result");
        } else {
            response.putObject("error").put("code", METHOD_NOT_FOUND).put("message", "Method not found");
        }
        return response;
    }

    /**
     * Parses the frames of a text; older servers send batches.
     *
     * @param secrecy the secrets that the server received
     */
    public static List<Frame> parse(String text, SecretRedactor secrecy) {
        JsonNode tree;
        try {
            tree = secrecy.without(JsonText.clean(ProtocolCodec.readTree(text)));
        } catch (UndecodableException e) {
            return List.of(new Frame.Malformed());
        }
        List<Frame> frames = new ArrayList<>();
        if (tree.isArray()) {
            tree.forEach(one -> frames.add(one(one, secrecy)));
        } else {
            frames.add(one(tree, secrecy));
        }
        return frames;
    }

    private static Frame one(JsonNode frame, SecretRedactor secrecy) {
        JsonNode id = frame.path("id");
        JsonNode method = frame.path("method");
        if (method.isTextual()) {
            return frame.has("id")
                    ? new Frame.Request(id, method.textValue())
                    : new Frame.Notification(method.textValue());
        }
        if (!id.isIntegralNumber() || !id.canConvertToLong()) {
            return new Frame.Malformed();
        }
        if (frame.path("error").isObject()) {
            return new Frame.Failed(id.longValue(), failure(frame.path("error"), secrecy));
        }
        return frame.path("result").isObject()
                ? new Frame.Result(id.longValue(), frame.path("result"))
                : new Frame.Failed(
                        id.longValue(),
                        new McpException(McpException.Kind.UNREADABLE, "The server's response has no result"));
    }

    /** Converts an error. Its message may quote the response of another server, with escaped characters. */
    private static McpException failure(JsonNode error, SecretRedactor secrecy) {
        String message = ErrorRedactor.without(error.path("message").asText(""), secrecy);
        int code = error.path("code").asInt();
        return new McpException(
                code == INVALID_PARAMS ? McpException.Kind.WRONG_ARGUMENTS : McpException.Kind.FAILED,
                "The server answered " + code + (message.isEmpty() ? "" : ": " + message));
    }

    private static ObjectNode frame() {
        return JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    }
}
