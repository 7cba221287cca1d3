package dev.agenthost.sdk.harness.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.harness.McpConfig;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/** Answers messages of the Model Context Protocol, one at a time and without a session. */
public final class RunMcp {
    /** The revision that the server offers; {@link #REVISIONS} are all that it supports. */
    static final String REVISION = "2025-06-18";

    private static final Set<String> REVISIONS = Set.of("2024-11-05", "2025-03-26", REVISION, "2025-11-25");
    private static final System.Logger LOG = System.getLogger(RunMcp.class.getName());
    private static final int CALLS_AT_ONCE = 16;

    private final RunTools tools;
    private final Semaphore calls = new Semaphore(CALLS_AT_ONCE);

    public RunMcp(RunTools tools) {
        this.tools = tools;
    }

    /** Returns true if the revision, named in a header, is supported. */
    public static boolean supports(String revision) {
        return REVISIONS.contains(revision);
    }

    /** @return empty for a notification, which is not answered */
    public Optional<ObjectNode> answer(byte[] message) {
        JsonNode request;
        try {
            request = ProtocolCodec.readTree(message);
        } catch (UndecodableException e) {
            return Optional.of(JsonRpc.error(null, JsonRpc.PARSE_ERROR, "the body must be JSON"));
        }
        if (request.isArray()) {
            return Optional.of(JsonRpc.error(
                    null, JsonRpc.INVALID_REQUEST, "batches are not supported: send one message at a time"));
        }
        JsonNode id = request.path("id");
        if (!request.isObject() || !"2.0".equals(request.path("jsonrpc").textValue())) {
            return Optional.of(JsonRpc.error(JsonRpc.id(id), JsonRpc.INVALID_REQUEST, "jsonrpc must be 2.0"));
        }
        if (!request.path("method").isTextual()) {
            // A response; this server sends no requests, so it is ignored.
            return request.has("result") || request.has("error")
                    ? Optional.empty()
                    : Optional.of(JsonRpc.error(JsonRpc.id(id), JsonRpc.INVALID_REQUEST, "method must be a string"));
        }
        if (!request.has("id")) {
            return Optional.empty();
        }
        if (JsonRpc.id(id) == null) {
            return Optional.of(JsonRpc.error(null, JsonRpc.INVALID_REQUEST, "id must be a string or a number"));
        }
        JsonNode params = request.path("params");
        if (!params.isMissingNode() && !params.isObject()) {
            return Optional.of(JsonRpc.error(id, JsonRpc.INVALID_PARAMS, "params must be an object"));
        }
        return Optional.of(dispatch(id, request.path("method").textValue(), params));
    }

    private ObjectNode dispatch(JsonNode id, String method, JsonNode params) {
        return switch (method) {
            case "initialize" -> JsonRpc.result(id, initialized(params));
            case "ping" -> JsonRpc.result(id, RunTools.object());
            case "tools/list" -> JsonRpc.result(id, listed());
            case "tools/call" -> called(id, params);
            default -> JsonRpc.error(id, JsonRpc.METHOD_NOT_FOUND, "this server supports tools only");
        };
    }

    private static ObjectNode initialized(JsonNode params) {
        String requested = params.path("protocolVersion").asText("");
        ObjectNode answer = RunTools.object().put("protocolVersion", supports(requested) ? requested : REVISION);
        answer.putObject("capabilities").putObject("tools").put("listChanged", false);
        answer.putObject("serverInfo").put("name", McpConfig.SERVER).put("version", "1");
        return answer.put(
                "instructions",
                "The assets of the current run. Begin with list_assets. The server closes when the run ends.");
    }

    private ObjectNode listed() {
        ObjectNode answer = RunTools.object();
        tools.all().forEach(tool -> answer.withArray("tools").add(tool.listed()));
        return answer;
    }

    private ObjectNode called(JsonNode id, JsonNode params) {
        RunTool tool = tools.named(params.path("name").asText("")).orElse(null);
        if (tool == null) {
            return JsonRpc.error(id, JsonRpc.INVALID_PARAMS, "name: this run has no such tool");
        }
        JsonNode arguments = params.path("arguments");
        if (!arguments.isMissingNode() && !arguments.isNull() && !arguments.isObject()) {
            return JsonRpc.error(id, JsonRpc.INVALID_PARAMS, "arguments must be an object");
        }
        if (!calls.tryAcquire()) {
            return JsonRpc.result(id, failed(FailureCode.RATE_LIMITED, "too many calls at the same time"));
        }
        try {
            JsonNode answer = tool.call(arguments instanceof ObjectNode object ? object : RunTools.object());
            return JsonRpc.result(id, toolResult(answer.isTextual() ? answer.textValue() : answer.toString(), false));
        } catch (AgentApiException failure) {
            return JsonRpc.result(
                    id, failed(failure.code(), String.valueOf(failure.getMessage()), failure.retryable()));
        } catch (RunCancelledException over) {
            return JsonRpc.result(id, failed(FailureCode.CANCELLED, "the run has ended"));
        } catch (RuntimeException bug) {
            LOG.log(System.Logger.Level.WARNING, "tool " + tool.name() + " failed", bug);
            return JsonRpc.result(id, failed(FailureCode.RUNTIME_ERROR, "the tool failed"));
        } finally {
            calls.release();
        }
    }

    private static ObjectNode failed(FailureCode code, String message) {
        return failed(code.wire(), message, code.retryable());
    }

    private static ObjectNode failed(String code, String message, boolean retryable) {
        ObjectNode error = RunTools.object().put("code", code).put("message", message);
        return toolResult(error.put("retryable", retryable).toString(), true);
    }

    private static ObjectNode toolResult(String text, boolean isError) {
        ObjectNode result = RunTools.object();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result.put("isError", isError);
    }
}
