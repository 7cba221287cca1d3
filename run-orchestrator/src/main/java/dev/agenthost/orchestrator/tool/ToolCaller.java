package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import org.jspecify.annotations.Nullable;

/**
 * The run on whose behalf a tool is called.
 *
 * @param resources the resources of the run's grant
 */
public record ToolCaller(
        String workspaceId,
        RunId runId,
        int attempt,
        RunnerId runnerId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        AgentResources resources) {
    public ToolCaller {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.required(runnerId, "runner_id");
        Fields.text(botId, "bot_id");
        Fields.required(resources, "resources");
    }
}
