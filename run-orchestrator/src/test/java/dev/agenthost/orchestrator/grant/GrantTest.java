package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolSelection;
import dev.agenthost.protocol.context.ModelResource;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.state.StorageKind;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class GrantTest extends GrantCase {

    private static final ToolSelection ADD = new ToolSelection(
            List.of(new ToolDescriptor(
                    "s/add", "s__add", "mcp", "adds", JSON.objectNode().put("type", "object"))),
            List.of());

    @Test
    void grantsAModelWithTheDeclaredOperations() {
        Grant grant = freeze(
                AgentRunnerPermissions.of(Map.of("models", List.of("invoke"))),
                ALL,
                ClaimedRuns.message(),
                HostPolicy.NOW);

        assertThat(Grant.check(grant, new AccessRequest.Model("m-1", "invoke")))
                .isInstanceOf(AccessDecision.Allowed.class);
        for (AccessRequest.Model other : List.of(
                new AccessRequest.Model("m-1", "stream"),
                new AccessRequest.Model("m-1", "rerank"),
                new AccessRequest.Model("m-2", "invoke"),
                new AccessRequest.Model("", "invoke"))) {
            assertThat(Grant.check(grant, other))
                    .isInstanceOfSatisfying(AccessDecision.Denied.class, denied -> assertThat(denied.code())
                            .isEqualTo(FailureCode.UNAUTHORIZED));
        }
    }

    @Test
    void grantsAnOfferedToolWithTheDeclaredOperations() {
        Grant grant = freeze(everything(), ALL, ClaimedRuns.message(), HostPolicy.NOW);
        AgentRunnerPermissions callOnly = AgentRunnerPermissions.of(Map.of("tools", List.of("call")));

        assertThat(grant.resources().tools()).isEmpty();
        Grant found = grant.with(callOnly, ADD);

        assertThat(Grant.check(found, new AccessRequest.Tool("s__add", "call")))
                .isInstanceOf(AccessDecision.Allowed.class);
        for (AccessRequest.Tool other : List.of(
                new AccessRequest.Tool("s__add", "detail"),
                new AccessRequest.Tool("s/add", "call"),
                new AccessRequest.Tool("", "call"))) {
            assertThat(Grant.check(found, other))
                    .isInstanceOfSatisfying(AccessDecision.Denied.class, denied -> assertThat(denied.code())
                            .isEqualTo(FailureCode.UNAUTHORIZED));
        }
        assertThat(grant.with(AgentRunnerPermissions.none(), ADD).resources().tools())
                .isEmpty();
    }

    @Test
    void includesASchemaOnlyWithTheOperationDetail() throws UndecodableException {
        Grant grant = freeze(everything(), ALL, ClaimedRuns.message(), HostPolicy.NOW);
        Grant hidden = grant.with(AgentRunnerPermissions.of(Map.of("tools", List.of("call"))), ADD);
        Grant visible = grant.with(everything(), ADD);

        assertThat(hidden.resources().tools().getFirst().parameters()).isNull();
        assertThat(visible.resources().tools().getFirst().parameters())
                .isEqualTo(ADD.tools().getFirst().parameters());
        for (Grant one : List.of(hidden, visible)) {
            assertThat(one.tool("s__add")).contains(ADD.tools().getFirst());
            Grant decoded = ProtocolCodec.decode(ProtocolCodec.encode(one), Grant.class);
            assertThat(decoded.tool("s__add")).contains(ADD.tools().getFirst());
            assertThat(CanonicalGrant.of(decoded).sha256())
                    .isEqualTo(CanonicalGrant.of(one).sha256());
        }
    }

    /** Replicas and processes iterate over a set in different orders. */
    @Test
    void theDigestIsIndependentOfTheOrderOfScopes() {
        Grant grant = freeze(everything(), ALL, ClaimedRuns.message(), HostPolicy.NOW);
        List<StateScope> scopes = List.of(StateScope.values());

        assertThat(CanonicalGrant.of(enabling(grant, scopes)).sha256())
                .isEqualTo(CanonicalGrant.of(enabling(grant, scopes.reversed())).sha256());
    }

    private static Grant enabling(Grant grant, List<StateScope> scopes) {
        return new Grant(
                grant.resources(),
                grant.apis(),
                grant.state(),
                new LinkedHashSet<>(scopes),
                grant.conversationId(),
                grant.threadId(),
                grant.prompt(),
                grant.interactions(),
                grant.agents(),
                grant.tools());
    }

    @Test
    void aRunnerWithoutPermissionsHasStateAndRunGet() {
        Grant grant = freeze(AgentRunnerPermissions.none(), ALL, ClaimedRuns.message(), HostPolicy.NOW);

        assertThat(grant.resources().models()).isEmpty();
        assertThat(grant.resources().tools()).isEmpty();
        assertThat(grant.resources().knowledgeBases()).isEmpty();
        assertThat(grant.resources().files()).isEmpty();
        assertThat(grant.resources().storage().pluginStorage()).isFalse();
        assertThat(flags(grant)).containsExactlyInAnyOrder("state", "run_get");
    }

    @Test
    void aPolicyThatNamesNothingGrantsNothing() {
        Grant grant = freeze(everything(), ResourcePolicy.defaults(), ClaimedRuns.message(), HostPolicy.NOW);

        assertThat(grant.resources().models()).isEmpty();
        assertThat(grant.resources().tools()).isEmpty();
        assertThat(grant.resources().storage().workspaceStorage()).isFalse();
        assertThat(grant.apis().storage()).isFalse();
        assertThat(grant.apis().historyPage()).isTrue();
    }

    /** An actor has fewer rights if his binding has less of its agent's policies: the run is frozen with that. */
    @Test
    void doesNotGrantWhatABindingRemoved() {
        ResourcePolicy remaining = new ResourcePolicy(
                List.of("m-1"),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of("plugin"),
                List.of("history", "state"),
                null);
        BindingSnapshot actors = ClaimedRuns.binding(
                remaining,
                new StatePolicy(List.of(StateScope.CONVERSATION)),
                DeliveryPolicy.defaults(),
                JSON.objectNode());

        Grant whole = freeze(everything(), ALL, ClaimedRuns.message(), HostPolicy.NOW);
        Grant narrowed = Grant.freeze(manifest(everything(), List.of()), actors, ClaimedRuns.message(), HostPolicy.NOW);

        assertThat(flags(whole)).contains("event_get", "artifact_read");
        assertThat(flags(narrowed))
                .containsExactlyInAnyOrder("history_page", "history_search", "state", "storage", "run_get");
        assertThat(narrowed.resources().models()).isEqualTo(whole.resources().models());
        assertThat(narrowed.resources().knowledgeBases()).isEmpty();
        assertThat(narrowed.resources().skills()).isEmpty();
        assertThat(narrowed.resources().files()).isEmpty();
        assertThat(narrowed.state()).containsOnlyKeys(StateScope.CONVERSATION);
        assertThat(denied(narrowed, new AccessRequest.Storage(StorageKind.WORKSPACE))
                        .code())
                .isEqualTo(FailureCode.UNAUTHORIZED);
        assertThat(denied(narrowed, new AccessRequest.State(StateScope.ACTOR)).code())
                .isEqualTo(FailureCode.UNAUTHORIZED);
    }

    /** A user and a bot of one id do not share state. */
    @Test
    void stateOfActorAndSubjectIsKeyedByTypeAndId() {
        Grant grant = freeze(everything(), ALL, ClaimedRuns.message(), HostPolicy.NOW);

        assertThat(grant.state().get(StateScope.ACTOR).subject()).isEqualTo("user/u1");
        assertThat(grant.state().get(StateScope.SUBJECT).subject()).isEqualTo("message/m1");
        assertThat(StateScopeKey.typed("a/b", "c")).isNotEqualTo(StateScopeKey.typed("a", "b/c"));
    }

    @Test
    void withoutAConversationThereIsNoHistoryAndNoPageOfEvents() {
        Grant grant = freeze(everything(), ALL, ClaimedRuns.schedule(), HostPolicy.NOW);

        assertThat(grant.apis().historyPage()).isFalse();
        assertThat(grant.apis().historySearch()).isFalse();
        assertThat(grant.apis().eventPage()).isFalse();
        assertThat(grant.apis().eventGet()).isTrue();
        assertThat(grant.state().keySet()).containsExactly(StateScope.RUNNER);
    }

    @Test
    void stateNeedsTheHostApiAndAScope() {
        Grant off = freeze(everything(), policyWithApis(List.of("history")), ClaimedRuns.message(), HostPolicy.NOW);
        BindingSnapshot noScope =
                ClaimedRuns.binding(ALL, new StatePolicy(List.of()), DeliveryPolicy.defaults(), JSON.objectNode());

        assertThat(off.apis().state()).isFalse();
        assertThat(Grant.freeze(manifest(everything(), List.of()), noScope, ClaimedRuns.message(), HostPolicy.NOW)
                        .apis()
                        .state())
                .isFalse();
    }

    @Test
    void offersOnlyServedApis() {
        Grant grant = freeze(everything(), ALL, ClaimedRuns.message(), HostPolicy.NOW);

        assertThat(flags(grant))
                .containsExactlyInAnyOrder(
                        "history_page",
                        "history_search",
                        "event_get",
                        "event_page",
                        "artifact_metadata",
                        "artifact_read",
                        "state",
                        "storage",
                        "run_get");
    }

    @Test
    void metadataDoesNotImplyReadingAnArtifact() {
        AgentRunnerPermissions knows = AgentRunnerPermissions.of(Map.of("artifacts", List.of("metadata")));
        Grant grant = freeze(knows, ALL, ClaimedRuns.message(), HostPolicy.NOW);

        assertThat(Grant.check(grant, new AccessRequest.Artifact(false))).isInstanceOf(AccessDecision.Allowed.class);
        assertThat(denied(grant, new AccessRequest.Artifact(true)).code()).isEqualTo(FailureCode.UNAUTHORIZED);
    }

    @Test
    void aModelHasTheOperationsOfTheManifest() {
        AgentRunnerPermissions invokeOnly = AgentRunnerPermissions.of(Map.of("models", List.of("invoke")));

        assertThat(freeze(invokeOnly, ALL, ClaimedRuns.message(), HostPolicy.NOW)
                        .resources()
                        .models())
                .containsExactly(new ModelResource("m-1", null, null, List.of("invoke")));
    }

    @Test
    void equalGrantsHaveTheSameDigestAndOthersDoNot() {
        Grant one = freeze(everything(), ALL, ClaimedRuns.message(), HostPolicy.NOW);
        Grant same = freeze(everything(), ALL, ClaimedRuns.message(), HostPolicy.NOW);
        Grant less = freeze(everything(), ALL, ClaimedRuns.message(), new HostPolicy(Set.of("state")));

        assertThat(CanonicalGrant.of(one).sha256())
                .isEqualTo(CanonicalGrant.of(same).sha256())
                .isNotEqualTo(CanonicalGrant.of(less).sha256());
        assertThat(CanonicalGrant.of(one).summary())
                .contains(CanonicalGrant.of(one).sha256());
    }

    @Test
    void isEqualAfterStorage() throws UndecodableException {
        Grant grant = freeze(everything(), ALL, ClaimedRuns.message(), HostPolicy.NOW);

        assertThat(ProtocolCodec.decode(ProtocolCodec.encode(grant), Grant.class))
                .isEqualTo(grant);
    }

    @Property
    void grantsSteeringByManifestPolicyAndConversation(
            @ForAll boolean declared, @ForAll TurnPolicy policy, @ForAll boolean inConversation) {
        AgentRunnerManifest manifest = new AgentRunnerManifest(
                ClaimedRuns.PROBE.toString(),
                "default",
                Map.of("en_US", "Probe"),
                null,
                AgentRunnerCapabilities.of(Map.of("steering", declared)),
                AgentRunnerPermissions.none(),
                List.of(),
                JSON.objectNode());
        BindingSnapshot usual = ClaimedRuns.binding();
        BindingSnapshot binding = new BindingSnapshot(
                usual.bindingId(),
                1,
                usual.agentId(),
                1,
                usual.runnerId(),
                usual.runnerConfig(),
                usual.resourcePolicy(),
                usual.statePolicy(),
                usual.deliveryPolicy(),
                policy,
                RetryPolicy.NEVER,
                DeadlinePolicy.defaults());
        Grant grant = Grant.freeze(
                manifest, binding, inConversation ? ClaimedRuns.message() : ClaimedRuns.schedule(), HostPolicy.NOW);

        boolean may = declared && policy == TurnPolicy.STEER && inConversation;
        assertThat(grant.apis().steeringPull()).isEqualTo(may);
        assertThat(Grant.check(grant, new AccessRequest.Steering()) instanceof AccessDecision.Allowed)
                .isEqualTo(may);
    }

    private static Set<String> flags(Grant grant) {
        ObjectNode flags = ProtocolCodec.tree(grant.apis());
        Set<String> set = new TreeSet<>();
        flags.properties().forEach(flag -> {
            if (flag.getValue().booleanValue()) {
                set.add(flag.getKey());
            }
        });
        return set;
    }
}
