package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;

/**
 * Whether a run may see what platforms really sent: by default it may not. No manifest has a permission for it (spec 000 §4.4 is closed),
 * so the binding's policy names it ({@code raw} among {@code host_apis}), to a runner that asks for artifacts; as a capability of the
 * platform it is frozen with the rest of the grant, and shown.
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
