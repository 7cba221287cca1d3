package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;

/**
 * Decides if a run may read raw payloads of platforms; the default is no. Manifests have no permission for it (spec 000 §4.4 is closed):
 * the binding's policy names {@code raw} among {@code host_apis}, for a runner that asks for artifacts. The right is frozen with the grant
 * as a platform capability, and shown.
 */
final class RawPayloads {
    private static final String FAMILY = "raw";
    private static final String CAPABILITY = "raw_payloads";

    private RawPayloads() {}

    static ObjectNode granted(AgentRunnerPermissions asked, ResourcePolicy policy) {
        ObjectNode capabilities = JsonNodeFactory.instance.objectNode();
        return policy.hostApis().contains(FAMILY) && !asked.artifacts().isEmpty()
                ? capabilities.put(CAPABILITY, true)
                : capabilities;
    }

    static boolean isGranted(AgentResources resources) {
        return resources.platformCapabilities().path(CAPABILITY).asBoolean();
    }
}
