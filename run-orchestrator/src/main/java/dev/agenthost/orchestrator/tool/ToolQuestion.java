package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;

/**
 * Which tools there are for a run.
 *
 * @param policy what its binding lets it use; its {@code tools} are ids, and {@code server/*} for all of a server
 * @param capabilities what its runner declares
 */
public record ToolQuestion(String workspaceId, ResourcePolicy policy, AgentRunnerCapabilities capabilities) {
    public ToolQuestion {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(policy, "policy");
        Fields.required(capabilities, "capabilities");
    }
}
