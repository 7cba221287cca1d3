package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolSelection;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.ContextApiCapabilities;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.ChoiceLimits;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.state.StorageKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A grant of any parts exceeds none of them. */
class GrantPartsTest extends GrantPartsCase {
    @Property(tries = 300)
    void neverExceedsItsParts(
            @ForAll("permissions") AgentRunnerPermissions permissions,
            @ForAll("policies") ResourcePolicy policy,
            @ForAll("choices") Chosen chosen,
            @ForAll("limits") ChoiceLimits limits,
            @ForAll("findings") ToolSelection found,
            @ForAll("answers") RunContextAnswer stored) {
        BindingSnapshot binding = ClaimedRuns.binding(
                        policy, StatePolicy.defaults(), DeliveryPolicy.defaults(), chosen.config())
                .leaving(limits);

        Grant frozen =
                Grant.freeze(manifest(permissions, chosen.form()), binding, ClaimedRuns.message(), HostPolicy.NOW);
        Grant tooled = frozen.with(permissions, found);
        Grant modelled = tooled.restrictedTo(catalogue());
        Grant known = modelled.restrictedTo(stored);

        assertThat(frozen.resources().tools()).isEmpty();
        List<String> lookedFor = GrantedNames.tools(manifest(permissions, chosen.form()), binding);
        for (String tool : List.of("s/add", "s/sub", "t/sub")) {
            boolean isLeft = limits.tools() == null || covers(limits.tools(), tool);
            assertThat(covers(lookedFor, tool))
                    .isEqualTo(covers(policy.tools(), tool) || isLeft && covers(chosen.granted(chosen.tools()), tool));
        }
        for (Grant grant : List.of(frozen, tooled, modelled, known)) {
            within(grant.resources(), permissions, policy, remaining(limits, chosen));
            assertThat(found.tools().stream().map(ToolDescriptor::name)).containsAll(names(grant));
            assertThat(grant.tools()).extracting(GrantedTool::name).hasSameElementsAs(names(grant));
            assertThat(grant.apis()).isEqualTo(frozen.apis());
            assertThat(grant.state()).isEqualTo(frozen.state());
        }
        assertThat(tooled.resources().models()).hasSameSizeAs(frozen.resources().models());
        assertThat(ids(tooled.resources())).containsAll(ids(modelled.resources()));
        assertThat(ids(modelled.resources())).containsAll(ids(known.resources()));
    }

    /** Returns the choices within the binding's limits. */
    private static Chosen remaining(ChoiceLimits limits, Chosen chosen) {
        return new Chosen(
                true,
                named(chosen.granted(chosen.models()), limits.models()),
                named(chosen.granted(chosen.rerank()), limits.models()),
                named(chosen.granted(chosen.bases()), limits.knowledgeBases()),
                chosen.granted(chosen.tools()),
                named(chosen.granted(chosen.files()), limits.files()));
    }

    private static List<String> named(List<String> chosen, List<String> limit) {
        return limit == null ? chosen : chosen.stream().filter(limit::contains).toList();
    }

    private static boolean covers(List<String> names, String tool) {
        return names.contains(tool) || names.contains(tool.substring(0, tool.indexOf('/')) + "/*");
    }

    private static void within(
            AgentResources granted, AgentRunnerPermissions permissions, ResourcePolicy policy, Chosen chosen) {
        Collection<String> models = both(policy.models(), chosen.granted(both(chosen.models(), chosen.rerank())));
        granted.models().forEach(model -> {
            assertThat(models).contains(model.modelId());
            assertThat(permissions.models()).isNotEmpty().containsAll(model.operations());
        });
        granted.tools().forEach(tool -> assertThat(permissions.tools()).containsAll(tool.operations()));
        assertThat(granted.tools().isEmpty() || !permissions.tools().isEmpty()).isTrue();
        Collection<String> bases = both(policy.knowledgeBases(), chosen.granted(chosen.bases()));
        granted.knowledgeBases().forEach(base -> {
            assertThat(bases).contains(base.kbId());
            assertThat(permissions.knowledgeBases()).containsAll(base.operations());
        });
        assertThat(policy.skills())
                .containsAll(
                        granted.skills().stream().map(SkillResource::skillName).toList());
        granted.files().forEach(file -> {
            boolean isPolicys = policy.files().contains(file.fileKey());
            assertThat(isPolicys || chosen.granted(chosen.files()).contains(file.fileKey()))
                    .isTrue();
            assertThat(isPolicys ? permissions.files() : List.of("config")).containsAll(file.operations());
            assertThat(permissions.files()).containsAll(file.operations());
        });
    }

    @Property(tries = 300)
    void offersNoApiThatAPartDenies(
            @ForAll("permissions") AgentRunnerPermissions permissions,
            @ForAll("policies") ResourcePolicy policy,
            @ForAll boolean inConversation,
            @ForAll("scopes") Set<StateScope> scopes,
            @ForAll("hosts") HostPolicy host) {
        EventEnvelope event = inConversation ? ClaimedRuns.message() : ClaimedRuns.schedule();
        BindingSnapshot binding = ClaimedRuns.binding(
                policy, new StatePolicy(List.copyOf(scopes)), DeliveryPolicy.defaults(), JSON.objectNode());

        Grant grant = Grant.freeze(manifest(permissions, List.of()), binding, event, host);

        ContextApiCapabilities apis = grant.apis();
        boolean history = inConversation && policy.hostApis().contains("history");
        boolean events = policy.hostApis().contains("events");
        implies(apis.historyPage(), history && permissions.history().contains("page"));
        implies(apis.historySearch(), history && permissions.history().contains("search"));
        implies(apis.eventGet(), events && permissions.events().contains("get"));
        implies(
                apis.eventPage(),
                events && inConversation && permissions.events().contains("page"));
        implies(
                apis.artifactRead(),
                permissions.artifacts().contains("read") && policy.hostApis().contains("artifacts"));
        implies(apis.runList(), inConversation && policy.hostApis().contains("runs"));
        implies(apis.runCancel(), policy.hostApis().contains("runs"));
        implies(apis.state(), !grant.state().isEmpty() && policy.hostApis().contains("state"));
        implies(
                grant.resources().storage().pluginStorage(),
                permissions.storage().contains("plugin") && policy.storage().contains("plugin"));
        implies(
                grant.resources().storage().workspaceStorage(),
                permissions.storage().contains("workspace") && policy.storage().contains("workspace"));
        for (StorageKind kind : StorageKind.values()) {
            implies(
                    Grant.check(grant, new AccessRequest.Storage(kind)) instanceof AccessDecision.Allowed,
                    apis.storage()
                            && permissions.storage().contains(kind.wire())
                            && policy.storage().contains(kind.wire()));
        }
        implies(
                Grant.check(grant, new AccessRequest.RawPayload()) instanceof AccessDecision.Allowed,
                policy.hostApis().contains("raw") && !permissions.artifacts().isEmpty());
        assertThat(host.served()).containsAll(flags(grant));
        assertThat(scopes).containsAll(grant.state().keySet());
        assertThat(grant.state().values()).allSatisfy(key -> {
            assertThat(key.bindingId()).isEqualTo(binding.bindingId());
            assertThat(key.runnerId()).isEqualTo(binding.runnerId());
            assertThat(key.botId()).isEqualTo(event.botId());
        });
        assertThat(grant.stateKeys()).extracting(StateScopeKey::scope).isSorted();
    }

    private static List<String> names(Grant grant) {
        return grant.resources().tools().stream().map(tool -> tool.toolName()).toList();
    }

    private static List<String> ids(AgentResources resources) {
        List<String> ids = new ArrayList<>();
        resources.models().forEach(model -> ids.add("model " + model.modelId()));
        resources.knowledgeBases().forEach(base -> ids.add("base " + base.kbId()));
        resources.skills().forEach(skill -> ids.add("skill " + skill.skillName()));
        resources.files().forEach(file -> ids.add("file " + file.fileKey()));
        return ids;
    }

    private static void implies(boolean granted, boolean covered) {
        assertThat(!granted || covered).isTrue();
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
