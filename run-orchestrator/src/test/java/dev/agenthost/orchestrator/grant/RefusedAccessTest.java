package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.Runs;
import dev.agenthost.orchestrator.grant.reach.NamedPlace;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.storage.StorageKind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a grant does not cover is refused, and each refusal says which. */
class RefusedAccessTest extends GrantCase {
    @Test
    void theThreeWaysOfStateToBeRefusedAreTold() {
        BindingSnapshot some = Runs.binding(
                ALL, new StatePolicy(List.of(StateScope.ACTOR)), DeliveryPolicy.defaults(), JSON.objectNode());
        Grant off = freeze(everything(), policyWithApis(List.of()), Runs.message(), HostPolicy.NOW);
        Grant on = Grant.freeze(manifest(everything(), List.of()), some, Runs.message(), HostPolicy.NOW);
        Grant alone = freeze(everything(), ALL, Runs.schedule(), HostPolicy.NOW);

        assertThat(List.of(
                        denied(off, new Access.State(StateScope.ACTOR)).reason(),
                        denied(on, new Access.State(StateScope.RUNNER)).reason(),
                        denied(alone, new Access.State(StateScope.ACTOR)).reason()))
                .doesNotHaveDuplicates();
        assertThat(Grant.check(on, new Access.State(StateScope.ACTOR))).isEqualTo(new Check.Allowed());
    }

    @Test
    void oneOwnersStorageIsNotTheOthers() {
        ResourcePolicy pluginsOnly = new ResourcePolicy(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of("plugin"), List.of(), null);
        Grant grant = freeze(everything(), pluginsOnly, Runs.message(), HostPolicy.NOW);
        Grant elsewhere = freeze(everything(), ALL, Runs.message(), new HostPolicy(Set.of("state")));

        assertThat(grant.apis().storage()).isTrue();
        assertThat(Grant.check(grant, new Access.Storage(StorageKind.PLUGIN))).isEqualTo(new Check.Allowed());
        assertThat(denied(grant, new Access.Storage(StorageKind.WORKSPACE)).code())
                .isEqualTo(FailureCode.UNAUTHORIZED);
        assertThat(denied(elsewhere, new Access.Storage(StorageKind.PLUGIN)).code())
                .isEqualTo(FailureCode.UNAUTHORIZED);
    }

    @Test
    void anotherConversationIsNotAccessible() {
        Grant grant = freeze(everything(), ALL, Runs.message(), HostPolicy.NOW);
        Access elsewhere = new Access.History(new NamedPlace("conv-2", null));

        assertThat(Grant.check(grant, new Access.History(NamedPlace.OWN))).isEqualTo(new Check.Allowed());
        assertThat(Grant.check(grant, new Access.History(new NamedPlace("conv-1", null))))
                .isEqualTo(new Check.Allowed());
        assertThat(denied(grant, elsewhere).code()).isEqualTo(FailureCode.UNAUTHORIZED);
        assertThat(denied(grant, elsewhere).reason()).contains("not accessible");
    }
}
