package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolSelection;
import dev.agenthost.protocol.run.ChoiceLimits;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.artifact.FileFacts;
import dev.agenthost.protocol.store.state.StateScope;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A frozen grant stays the same, even if the holders of its parts change them. */
class GrantNeverChangesTest extends GrantPartsCase {
    /** Everything that goes into a grant, in lists and trees that are written to afterwards. */
    private static final class Snapshot {
        final List<List<String>> lists = new ArrayList<>();
        final List<StateScope> scopes = new ArrayList<>(List.of(StateScope.ACTOR));
        final List<JsonNode> form;
        final ObjectNode config;
        final List<ToolDescriptor> tools;
        final List<Model> models = new ArrayList<>(catalogue());
        final RunContextAnswer stored;
        final List<FileFacts> files;
        final ResourcePolicy policy;
        final AgentRunnerPermissions asked;
        final ChoiceLimits limits;

        Snapshot(
                AgentRunnerPermissions asked,
                ResourcePolicy policy,
                Chosen chosen,
                ChoiceLimits limits,
                ToolSelection found,
                RunContextAnswer stored) {
            this.form = new ArrayList<>(chosen.form());
            this.config = chosen.config();
            this.tools = new ArrayList<>(found.tools().stream()
                    .map(tool -> new ToolDescriptor(
                            tool.id(),
                            tool.name(),
                            tool.type(),
                            tool.description(),
                            JSON.objectNode().put("type", "object")))
                    .toList());
            this.files = stored.files() == null ? null : new ArrayList<>(stored.files());
            this.stored = stored.knowing(files, stored.skills(), stored.knowledgeBases());
            this.policy = new ResourcePolicy(
                    held(policy.models()),
                    held(policy.tools()),
                    held(policy.knowledgeBases()),
                    held(policy.skills()),
                    held(policy.files()),
                    held(policy.storage()),
                    held(policy.hostApis()),
                    null);
            this.asked = new AgentRunnerPermissions(
                    held(asked.models()),
                    held(asked.tools()),
                    held(asked.knowledgeBases()),
                    held(asked.history()),
                    held(asked.events()),
                    held(asked.artifacts()),
                    held(asked.storage()),
                    held(asked.files()),
                    List.of());
            this.limits = new ChoiceLimits(
                    held(limits.models()), held(limits.tools()), held(limits.knowledgeBases()), held(limits.files()));
        }

        private List<String> held(List<String> names) {
            if (names == null) {
                return null;
            }
            List<String> held = new ArrayList<>(names);
            lists.add(held);
            return held;
        }

        /** The frozen grant, with tools, with models, and with existing resources. */
        List<Grant> grants() {
            Grant frozen = Grant.freeze(
                    manifest(asked, form),
                    ClaimedRuns.binding(policy, new StatePolicy(scopes), DeliveryPolicy.defaults(), config)
                            .leaving(limits),
                    ClaimedRuns.message(),
                    HostPolicy.NOW);
            Grant tooled = frozen.with(asked, new ToolSelection(tools, List.of()));
            Grant modelled = tooled.restrictedTo(models);
            return List.of(frozen, tooled, modelled, modelled.restrictedTo(stored));
        }

        void change() {
            lists.forEach(list -> {
                list.clear();
                list.add("m-9");
            });
            scopes.add(StateScope.RUNNER);
            form.clear();
            ((ObjectNode) config.at("/prompt/0")).put("content", "be cruel");
            config.removeAll();
            tools.forEach(tool -> ((ObjectNode) tool.parameters()).put("type", "string"));
            tools.clear();
            models.clear();
            if (files != null) {
                files.clear();
            }
        }
    }

    @Property(tries = 200)
    void changesOfItsPartsDoNotAffectAGrant(
            @ForAll("permissions") AgentRunnerPermissions asked,
            @ForAll("policies") ResourcePolicy policy,
            @ForAll("choices") Chosen chosen,
            @ForAll("limits") ChoiceLimits limits,
            @ForAll("findings") ToolSelection found,
            @ForAll("answers") RunContextAnswer stored) {
        Snapshot held = new Snapshot(asked, policy, chosen, limits, found, stored);
        List<Grant> grants = held.grants();
        List<String> before =
                grants.stream().map(grant -> CanonicalGrant.of(grant).sha256()).toList();
        List<AccessDecision> answers =
                grants.stream().flatMap(GrantNeverChangesTest::checks).toList();

        held.change();

        assertThat(grants)
                .extracting(grant -> CanonicalGrant.of(grant).sha256())
                .isEqualTo(before);
        assertThat(grants.stream().flatMap(GrantNeverChangesTest::checks).toList())
                .isEqualTo(answers);
        assertThat(grants).allSatisfy(grant -> assertThat(
                        grant.prompt().getFirst().path("content").asText())
                .isEqualTo("be kind"));
    }

    /** Narrowing makes another grant; the wider one stays unchanged. */
    @Property(tries = 100)
    void changesOfDerivedObjectsDoNotAffectAGrant(
            @ForAll("permissions") AgentRunnerPermissions asked,
            @ForAll("policies") ResourcePolicy policy,
            @ForAll("findings") ToolSelection found,
            @ForAll("answers") RunContextAnswer stored) {
        Grant frozen = freeze(asked, policy, ClaimedRuns.message(), HostPolicy.NOW);
        String before = CanonicalGrant.of(frozen).sha256();

        Grant last = frozen.with(asked, found).restrictedTo(catalogue()).restrictedTo(stored);
        String after = CanonicalGrant.of(last).sha256();
        last.restrictedTo(List.of()).with(asked, new ToolSelection(List.of(), List.of()));

        assertThat(CanonicalGrant.of(frozen).sha256()).isEqualTo(before);
        assertThat(CanonicalGrant.of(last).sha256()).isEqualTo(after);
    }

    private static Stream<AccessDecision> checks(Grant grant) {
        return Stream.of(
                        new AccessRequest.Model("m-1", "invoke"),
                        new AccessRequest.Model("m-9", "invoke"),
                        new AccessRequest.Tool("s__add", "call"),
                        new AccessRequest.Knowledge("k-1", "retrieve"),
                        new AccessRequest.File("f-1"),
                        new AccessRequest.State(StateScope.RUNNER),
                        new AccessRequest.History(new ScopeRequest("conv-2", null)),
                        new AccessRequest.RawPayload())
                .map(access -> Grant.check(grant, access));
    }
}
