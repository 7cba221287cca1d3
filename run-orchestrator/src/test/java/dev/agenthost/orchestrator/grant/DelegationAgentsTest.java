package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the agents of a grant, as the runner sees them. */
class DelegationAgentsTest extends GrantCase {
    private static final ResourcePolicy TWO = new ResourcePolicy(
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            List.of("clerk", "cook"));
    private static final AgentRunnerPermissions DELEGATES =
            AgentRunnerPermissions.of(Map.of("agents", List.of("delegate")));

    @Test
    void theRunnerSeesTheAgentsOfThePolicy() throws Exception {
        Grant grant = freeze(DELEGATES, TWO, ClaimedRuns.message(), HostPolicy.NOW);

        assertThat(grant.resources().delegationAgents()).containsExactly("clerk", "cook");
        assertThat(ProtocolCodec.tree(grant.resources())
                        .at("/platform_capabilities/" + AgentResources.DELEGATION_AGENTS)
                        .toString())
                .isEqualTo("[\"clerk\",\"cook\"]");
        Grant decoded = ProtocolCodec.decode(ProtocolCodec.encode(grant), Grant.class);
        assertThat(decoded.resources().delegationAgents()).containsExactly("clerk", "cook");
    }

    @Test
    void withoutPermissionOrPolicyThereIsNoList() {
        assertThat(freeze(everything(), TWO, ClaimedRuns.message(), HostPolicy.NOW)
                        .resources()
                        .platformCapabilities())
                .isEmpty();
        assertThat(freeze(DELEGATES, policyWithApis(List.of()), ClaimedRuns.message(), HostPolicy.NOW)
                        .resources()
                        .platformCapabilities())
                .isEmpty();
    }
}
