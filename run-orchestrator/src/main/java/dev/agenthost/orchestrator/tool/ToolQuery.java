package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import java.util.List;

/**
 * A query for the tools of a run.
 *
 * @param named the tool ids in the policy and the runner's configuration; {@code server/*} for all tools of a server
 * @param policy the resource policy of the binding
 * @param capabilities the capabilities that the runner declares
 */
public record ToolQuery(
        String workspaceId, List<String> named, ResourcePolicy policy, AgentRunnerCapabilities capabilities) {
    public ToolQuery {
        Fields.text(workspaceId, "workspace_id");
        named = Fields.list(named, "named");
        Fields.required(policy, "policy");
        Fields.required(capabilities, "capabilities");
    }
}
