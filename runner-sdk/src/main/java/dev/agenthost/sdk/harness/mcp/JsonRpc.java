package dev.agenthost.sdk.harness.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Answers of JSON-RPC 2.0. */
final class JsonRpc {
    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;

    private JsonRpc() {}

    /** The id if it is a string or a number, else null. */
    static @Nullable JsonNode id(JsonNode id) {
        return id.isTextual() || id.isNumber() ? id : null;
    }

    static ObjectNode result(JsonNode id, ObjectNode result) {
        ObjectNode answer = RunTools.object().put("jsonrpc", "2.0");
        answer.set("id", id);
        return answer.set("result", result);
    }

    static ObjectNode error(@Nullable JsonNode id, int code, String message) {
        ObjectNode answer = RunTools.object().put("jsonrpc", "2.0");
        answer.set("id", id);
        answer.putObject("error").put("code", code).put("message", message);
        return answer;
    }
}
