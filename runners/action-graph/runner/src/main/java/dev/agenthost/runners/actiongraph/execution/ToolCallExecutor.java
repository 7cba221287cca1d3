package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.graph.AttemptUsage;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.ToolClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Calls a tool by the host, once. The result of the run keeps the whole answer; the output of the action is its content. */
final class ToolCallExecutor implements ActionExecutor {
    private static final String CODE = "tool.failed";
    private static final String FAILED = "The tool failed.";
    /** Most bytes that the host passes on. An error about the size is about the answer then, so the call was made. */
    private static final int MAX_INPUT = 1024 * 1024;

    private final ToolClient tools;
    private final RunOutput out;

    ToolCallExecutor(ToolClient tools, RunOutput out) {
        this.tools = tools;
        this.out = out;
    }

    @Override
    public ActionOutcome execute(ActionCall call) {
        String tool = call.executor().name();
        if (!call.input().isObject()) {
            return ActionOutcome.refused("input.type", "The input of a tool must be an object.");
        }
        if (ProtocolCodec.encode(call.input()).length > MAX_INPUT) {
            return ActionOutcome.refused("input.too_large", "The input of a tool has at most 1 MiB.");
        }
        String callId = call.name().toString();
        out.toolCallStarted(callId, tool, call.loggedInput(), call.choice().json());
        try {
            JsonNode result = tools.call(tool, call.input());
            if (result.path("is_error").asBoolean()) {
                return ActionOutcome.failed(CODE, failed(call, text(result)));
            }
            out.toolCallCompleted(callId, tool, call.isLogged() ? logged(result) : null, null);
            return new ActionOutcome.Succeeded(
                    ToolOutput.of(result),
                    AttemptUsage.NONE,
                    ToolOutput.artifact(result).orElse(null));
        } catch (AgentApiException why) {
            return ActionOutcome.of(why, CODE, failed(call, Objects.requireNonNullElse(why.getMessage(), "")));
        }
    }

    /** Publishes the failure. Returns its reason. */
    private String failed(ActionCall call, String why) {
        String reason = why.isBlank() ? FAILED : why;
        String logged = call.isLogged() ? reason : FAILED;
        out.toolCallCompleted(call.name().toString(), call.executor().name(), null, logged);
        return reason;
    }

    /** The texts of a result of MCP. */
    private static String text(JsonNode result) {
        List<String> texts = new ArrayList<>();
        result.path("content").forEach(part -> texts.add(part.path("text").asText("")));
        return String.join("\n", texts).strip();
    }

    private static JsonNode logged(JsonNode result) {
        return result.isObject()
                ? result
                : JsonNodeFactory.instance.objectNode().set("result", result);
    }
}
