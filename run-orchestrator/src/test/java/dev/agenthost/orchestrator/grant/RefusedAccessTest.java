package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StorageKind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Accesses outside a grant are refused, each with its own reason. */
class RefusedAccessTest extends GrantCase {
    @Test
    void distinguishesTheThreeRefusalsOfState() {
        BindingSnapshot some = ClaimedRuns.binding(
                ALL, new StatePolicy(List.of(StateScope.ACTOR)), DeliveryPolicy.defaults(), JSON.objectNode());
        Grant off = freeze(everything(), policyWithApis(List.of()), ClaimedRuns.message(), HostPolicy.NOW);
        Grant on = Grant.freeze(manifest(everything(), List.of()), some, ClaimedRuns.message(), HostPolicy.NOW);
        Grant alone = freeze(everything(), ALL, ClaimedRuns.schedule(), HostPolicy.NOW);

        assertThat(List.of(
                        denied(off, new AccessRequest.State(StateScope.ACTOR)).reason(),
                        denied(on, new AccessRequest.State(StateScope.RUNNER)).reason(),
                        denied(alone, new AccessRequest.State(StateScope.ACTOR)).reason()))
                .doesNotHaveDuplicates();
        assertThat(Grant.check(on, new AccessRequest.State(StateScope.ACTOR))).isEqualTo(new AccessDecision.Allowed());
    }

    @Test
    void refusesTheStorageOfAnotherOwner() {
        ResourcePolicy pluginsOnly = new ResourcePolicy(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of("plugin"), List.of(), null);
        Grant grant = freeze(everything(), pluginsOnly, ClaimedRuns.message(), HostPolicy.NOW);
        Grant elsewhere = freeze(everything(), ALL, ClaimedRuns.message(), new HostPolicy(Set.of("state")));

        assertThat(grant.apis().storage()).isTrue();
        assertThat(Grant.check(grant, new AccessRequest.Storage(StorageKind.PLUGIN)))
                .isEqualTo(new AccessDecision.Allowed());
        assertThat(denied(grant, new AccessRequest.Storage(StorageKind.WORKSPACE))
                        .code())
                .isEqualTo(FailureCode.UNAUTHORIZED);
        assertThat(denied(elsewhere, new AccessRequest.Storage(StorageKind.PLUGIN))
                        .code())
                .isEqualTo(FailureCode.UNAUTHORIZED);
    }

    @Test
    void anotherConversationIsNotAccessible() {
        Grant grant = freeze(everything(), ALL, ClaimedRuns.message(), HostPolicy.NOW);
        AccessRequest elsewhere = new AccessRequest.History(new ScopeRequest("conv-2", null));

        assertThat(Grant.check(grant, new AccessRequest.History(ScopeRequest.OWN)))
                .isEqualTo(new AccessDecision.Allowed());
        assertThat(Grant.check(grant, new AccessRequest.History(new ScopeRequest("conv-1", null))))
                .isEqualTo(new AccessDecision.Allowed());
        assertThat(denied(grant, elsewhere).code()).isEqualTo(FailureCode.UNAUTHORIZED);
        assertThat(denied(grant, elsewhere).reason()).contains("not accessible");
    }
}
