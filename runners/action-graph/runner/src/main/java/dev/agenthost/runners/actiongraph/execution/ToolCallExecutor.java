package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.ToolClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Calls a tool by the host, once. */
final class ToolCallExecutor implements ActionExecutor {
    private static final String NO_REASON = "The tool failed.";

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
        out.toolCallStarted(call.callId(), tool, call.input());
        try {
            JsonNode result = tools.call(tool, call.input());
            if (result.path("is_error").asBoolean(false)) {
                return failed(call, reason(result.path("content")));
            }
            out.toolCallCompleted(call.callId(), tool, result.isObject() ? result : wrapped(result), null);
            return new ActionOutcome.Succeeded(result.isMissingNode() ? JsonNodeFactory.instance.nullNode() : result);
        } catch (AgentApiException why) {
            return failed(call, Objects.requireNonNullElse(why.getMessage(), NO_REASON));
        }
    }

    private ActionOutcome failed(ActionCall call, String reason) {
        out.toolCallCompleted(call.callId(), call.executor().name(), null, reason);
        return ActionOutcome.failed("tool.failed", reason);
    }

    /** The words of a tool that reports a failure. */
    private static String reason(JsonNode content) {
        List<String> texts = new ArrayList<>();
        content.forEach(part -> texts.add(part.path("text").asText("")));
        String text = String.join("\n", texts).strip();
        return text.isEmpty() ? NO_REASON : text;
    }

    private static JsonNode wrapped(JsonNode result) {
        return JsonNodeFactory.instance.objectNode().set("result", result);
    }
}
