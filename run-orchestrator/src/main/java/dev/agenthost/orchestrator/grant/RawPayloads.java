package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;

/**
 * Decides if a run may read raw payloads of platforms; the default is no. Manifests have no permission for it (spec 000 §4.4 is closed):
 * the policy of the binding has {@code raw} in {@code host_apis}, and the runner declares artifacts. The permission is frozen with the
 * grant as a platform capability in the run context.
 */
final class RawPayloads {
    private static final String FAMILY = "raw";
    private static final String CAPABILITY = "raw_payloads";

    private RawPayloads() {}

    static ObjectNode granted(AgentRunnerPermissions permissions, ResourcePolicy policy) {
        ObjectNode capabilities = JsonNodeFactory.instance.objectNode();
        return policy.hostApis().contains(FAMILY) && !permissions.artifacts().isEmpty()
                ? capabilities.put(CAPABILITY, true)
                : capabilities;
    }

    static boolean isGranted(AgentResources resources) {
        return resources.platformCapabilities().path(CAPABILITY).asBoolean();
    }
}
