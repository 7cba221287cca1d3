package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import java.util.List;

/**
 * Which tools there are for a run.
 *
 * @param named ids, and {@code server/*} for all of a server: of the policy, and of its runner's configuration
 * @param policy what its binding lets it use beside
 * @param capabilities what its runner declares
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
