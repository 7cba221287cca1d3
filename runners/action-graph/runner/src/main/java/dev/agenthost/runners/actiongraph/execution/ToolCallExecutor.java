package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.ToolClient;
import java.util.Objects;

/** Calls a tool by the host, once. */
final class ToolCallExecutor implements ActionExecutor {
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
            return ActionOutcome.failed("input.type", "The input of a tool must be an object.");
        }
        String callId = call.name().toString();
        out.toolCallStarted(callId, tool, call.input());
        try {
            JsonNode result = tools.call(tool, call.input());
            out.toolCallCompleted(callId, tool, result.isObject() ? result : wrapped(result), null);
            return new ActionOutcome.Succeeded(result.isMissingNode() ? JsonNodeFactory.instance.nullNode() : result);
        } catch (AgentApiException why) {
            String reason = Objects.requireNonNullElse(why.getMessage(), "The tool failed.");
            out.toolCallCompleted(callId, tool, null, reason);
            return ActionOutcome.failed("tool.failed", reason);
        }
    }

    private static JsonNode wrapped(JsonNode result) {
        return JsonNodeFactory.instance.objectNode().set("result", result);
    }
}
