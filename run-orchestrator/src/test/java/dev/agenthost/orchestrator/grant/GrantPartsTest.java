package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.Runs;
import dev.agenthost.orchestrator.model.catalogue.Model;
import dev.agenthost.orchestrator.model.catalogue.ModelKind;
import dev.agenthost.orchestrator.tool.ToolFacts;
import dev.agenthost.orchestrator.tool.ToolFindings;
import dev.agenthost.protocol.context.ContextApiCapabilities;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.resource.AgentResources;
import dev.agenthost.protocol.resource.SkillResource;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.file.FileFacts;
import dev.agenthost.protocol.store.file.FilePurpose;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.protocol.store.storage.StorageKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever its parts are, a grant exceeds none of them, and never changes. */
class GrantPartsTest extends GrantCase {
    private static final List<JsonNode> FORM = List.of(
            field("model-fallback-selector", "model"),
            field("rerank-model-selector", "rerank"),
            field("knowledge-base-multi-selector", "bases"),
            field("tools-selector", "tools"),
            field("array[file]", "files"));

    /** What somebody chose by the form's selectors; where the runner has no form, it is nothing but a configuration. */
    record Chosen(
            boolean hasForm,
            List<String> models,
            List<String> rerank,
            List<String> bases,
            List<String> tools,
            List<String> files) {
        List<String> granted(List<String> named) {
            return hasForm ? named : List.of();
        }

        List<JsonNode> form() {
            return hasForm ? FORM : List.of();
        }

        ObjectNode config() {
            ObjectNode config = JSON.objectNode();
            if (!models.isEmpty()) {
                ObjectNode model = config.putObject("model").put("primary", models.getFirst());
                models.forEach(model.withArray("fallbacks")::add);
            }
            rerank.forEach(model -> config.put("rerank", model));
            bases.forEach(config.withArray("bases")::add);
            tools.forEach(config.withArray("tools")::add);
            files.forEach(config.withArray("files")::add);
            config.putArray("prompt").addObject().put("role", "system").put("content", "be kind");
            return config;
        }
    }

    @Property(tries = 300)
    void neverExceedsItsParts(
            @ForAll("permissions") AgentRunnerPermissions asked,
            @ForAll("policies") ResourcePolicy policy,
            @ForAll("choices") Chosen chosen,
            @ForAll("findings") ToolFindings found,
            @ForAll("answers") RunContextAnswer stored) {
        BindingSnapshot binding =
                Runs.binding(policy, StatePolicy.defaults(), DeliveryPolicy.defaults(), chosen.config());

        Grant frozen = Grant.freeze(manifest(asked, chosen.form()), binding, Runs.message(), HostPolicy.NOW);
        Grant tooled = frozen.with(asked, found);
        Grant modelled = tooled.knowing(catalogue());
        Grant known = modelled.knowing(stored);

        assertThat(frozen.resources().tools()).isEmpty();
        assertThat(GrantedNames.tools(manifest(asked, chosen.form()), binding))
                .hasSameElementsAs(both(policy.tools(), chosen.granted(chosen.tools())));
        for (Grant grant : List.of(frozen, tooled, modelled, known)) {
            within(grant.resources(), asked, policy, chosen);
            assertThat(found.tools().stream().map(ToolFacts::name)).containsAll(names(grant));
            assertThat(grant.tools()).extracting(GrantedTool::name).hasSameElementsAs(names(grant));
            assertThat(grant.apis()).isEqualTo(frozen.apis());
            assertThat(grant.state()).isEqualTo(frozen.state());
        }
        assertThat(tooled.resources().models()).hasSameSizeAs(frozen.resources().models());
        assertThat(ids(tooled.resources())).containsAll(ids(modelled.resources()));
        assertThat(ids(modelled.resources())).containsAll(ids(known.resources()));
    }

    private static void within(
            AgentResources granted, AgentRunnerPermissions asked, ResourcePolicy policy, Chosen chosen) {
        Collection<String> models = both(policy.models(), chosen.granted(both(chosen.models(), chosen.rerank())));
        granted.models().forEach(model -> {
            assertThat(models).contains(model.modelId());
            assertThat(asked.models()).containsAll(model.operations());
        });
        granted.tools().forEach(tool -> assertThat(asked.tools()).containsAll(tool.operations()));
        assertThat(granted.tools().isEmpty() || !asked.tools().isEmpty()).isTrue();
        Collection<String> bases = both(policy.knowledgeBases(), chosen.granted(chosen.bases()));
        granted.knowledgeBases().forEach(base -> {
            assertThat(bases).contains(base.kbId());
            assertThat(asked.knowledgeBases()).containsAll(base.operations());
        });
        assertThat(policy.skills())
                .containsAll(
                        granted.skills().stream().map(SkillResource::skillName).toList());
        granted.files().forEach(file -> {
            boolean isPolicys = policy.files().contains(file.fileKey());
            assertThat(isPolicys || chosen.granted(chosen.files()).contains(file.fileKey()))
                    .isTrue();
            assertThat(isPolicys ? asked.files() : List.of("config")).containsAll(file.operations());
            assertThat(asked.files()).containsAll(file.operations());
        });
    }

    /** Whoever holds a part, and does with it what he likes, changes nothing of what was frozen. */
    @Property(tries = 100)
    void neverChangesWhateverBecomesOfItsParts(
            @ForAll("permissions") AgentRunnerPermissions asked,
            @ForAll("policies") ResourcePolicy named,
            @ForAll("choices") Chosen chosen,
            @ForAll("findings") ToolFindings findings) {
        List<String> models = new ArrayList<>(named.models());
        List<String> skills = new ArrayList<>(named.skills());
        List<StateScope> scopes = new ArrayList<>(List.of(StateScope.ACTOR));
        List<ToolFacts> tools = new ArrayList<>(findings.tools());
        List<JsonNode> form = new ArrayList<>(chosen.form());
        ObjectNode config = chosen.config();
        ResourcePolicy policy = new ResourcePolicy(
                models,
                named.tools(),
                named.knowledgeBases(),
                skills,
                named.files(),
                named.storage(),
                named.hostApis(),
                null);
        Grant grant = Grant.freeze(
                        manifest(asked, form),
                        Runs.binding(policy, new StatePolicy(scopes), DeliveryPolicy.defaults(), config),
                        Runs.message(),
                        HostPolicy.NOW)
                .with(asked, new ToolFindings(tools, List.of()))
                .knowing(catalogue());
        String before = grant.sha256();

        models.add("m-9");
        skills.clear();
        scopes.add(StateScope.RUNNER);
        tools.clear();
        form.clear();
        ((ObjectNode) config.at("/prompt/0")).put("content", "be cruel");
        config.removeAll();

        assertThat(grant.sha256()).isEqualTo(before);
        assertThat(grant.prompt().getFirst().path("content").asText()).isEqualTo("be kind");
    }

    @Property(tries = 300)
    void offersNoApiThatAPartDoesNotGive(
            @ForAll("permissions") AgentRunnerPermissions asked,
            @ForAll("policies") ResourcePolicy policy,
            @ForAll boolean inConversation,
            @ForAll("scopes") Set<StateScope> scopes,
            @ForAll("hosts") HostPolicy host) {
        EventEnvelope event = inConversation ? Runs.message() : Runs.schedule();
        BindingSnapshot binding = Runs.binding(
                policy, new StatePolicy(List.copyOf(scopes)), DeliveryPolicy.defaults(), JSON.objectNode());

        Grant grant = Grant.freeze(manifest(asked, List.of()), binding, event, host);

        ContextApiCapabilities apis = grant.apis();
        boolean history = inConversation && policy.hostApis().contains("history");
        boolean events = policy.hostApis().contains("events");
        implies(apis.historyPage(), history && asked.history().contains("page"));
        implies(apis.historySearch(), history && asked.history().contains("search"));
        implies(apis.eventGet(), events && asked.events().contains("get"));
        implies(apis.eventPage(), events && inConversation && asked.events().contains("page"));
        implies(
                apis.artifactRead(),
                asked.artifacts().contains("read") && policy.hostApis().contains("artifacts"));
        implies(apis.runList(), inConversation && policy.hostApis().contains("runs"));
        implies(apis.runCancel(), policy.hostApis().contains("runs"));
        implies(apis.state(), !grant.state().isEmpty() && policy.hostApis().contains("state"));
        implies(
                grant.resources().storage().pluginStorage(),
                asked.storage().contains("plugin") && policy.storage().contains("plugin"));
        implies(
                grant.resources().storage().workspaceStorage(),
                asked.storage().contains("workspace") && policy.storage().contains("workspace"));
        for (StorageKind kind : StorageKind.values()) {
            implies(
                    Grant.check(grant, new Access.Storage(kind)) instanceof Check.Allowed,
                    apis.storage()
                            && asked.storage().contains(kind.wire())
                            && policy.storage().contains(kind.wire()));
        }
        implies(
                Grant.check(grant, new Access.RawPayload()) instanceof Check.Allowed,
                policy.hostApis().contains("raw") && !asked.artifacts().isEmpty());
        assertThat(host.served()).containsAll(flags(grant));
        assertThat(scopes).containsAll(grant.state().keySet());
        assertThat(grant.state().values()).allSatisfy(key -> {
            assertThat(key.bindingId()).isEqualTo(binding.bindingId());
            assertThat(key.runnerId()).isEqualTo(binding.runnerId());
            assertThat(key.botId()).isEqualTo(event.botId());
        });
        assertThat(grant.stateKeys()).extracting(StateScopeKey::scope).isSorted();
    }

    @Provide
    Arbitrary<AgentRunnerPermissions> permissions() {
        return Combinators.combine(
                        some("invoke", "stream", "rerank"),
                        some("detail", "call"),
                        some("list", "retrieve"),
                        some("page", "search"),
                        some("get", "page"),
                        some("metadata", "read"),
                        some("plugin", "workspace"),
                        some("config", "knowledge"))
                .as((models, tools, bases, history, events, artifacts, storage, files) -> new AgentRunnerPermissions(
                        models, tools, bases, history, events, artifacts, storage, files, List.of()));
    }

    @Provide
    Arbitrary<ResourcePolicy> policies() {
        return Combinators.combine(
                        some("m-1", "m-2"),
                        some("s/add", "activate"),
                        some("k-1", "k-2"),
                        some("s-1", "s-2"),
                        some("f-1", "f-2"),
                        some("plugin", "workspace"),
                        some("history", "events", "state", "artifacts", "runs", "raw"))
                .as((models, tools, bases, skills, files, storage, apis) ->
                        new ResourcePolicy(models, tools, bases, skills, files, storage, apis, null));
    }

    @Provide
    Arbitrary<Chosen> choices() {
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        some("m-2", "m-3"),
                        some("m-4"),
                        some("k-2", "k-3"),
                        some("s/*", "s/sub"),
                        some("f-2", "f-3"))
                .as(Chosen::new);
    }

    /** Whatever was found, and by whomever: a grant does not ask whether it was looked for. */
    @Provide
    Arbitrary<ToolFindings> findings() {
        return some("s/add", "s/sub", "activate")
                .map(ids -> new ToolFindings(
                        ids.stream()
                                .map(id -> new ToolFacts(
                                        id,
                                        id.replace("/", "__"),
                                        "mcp",
                                        null,
                                        JSON.objectNode().put("type", "object")))
                                .toList(),
                        List.of()));
    }

    /** What context-store says is there, also of what nobody asked for; null where it says nothing. */
    @Provide
    Arbitrary<RunContextAnswer> answers() {
        return Combinators.combine(
                        some("f-1", "f-2", "f-3", "f-9").injectNull(0.2),
                        Arbitraries.of(FilePurpose.class),
                        some("s-1", "s-9").injectNull(0.2),
                        some("k-1", "k-2", "k-9").injectNull(0.2))
                .as((files, purpose, skills, bases) -> new RunContextAnswer(Map.of(), null, null, null, false)
                        .knowing(
                                files == null
                                        ? null
                                        : files.stream()
                                                .map(key -> new FileFacts(key, "a", "text/plain", 1, purpose))
                                                .toList(),
                                skills == null
                                        ? null
                                        : skills.stream()
                                                .map(name -> new SkillResource(name, null, null))
                                                .toList(),
                                bases == null
                                        ? null
                                        : bases.stream()
                                                .map(id -> new KnowledgeFact(id, "b", null))
                                                .toList()));
    }

    @Provide
    Arbitrary<Set<StateScope>> scopes() {
        return Arbitraries.of(StateScope.class).set().ofMaxSize(6);
    }

    @Provide
    Arbitrary<HostPolicy> hosts() {
        return Arbitraries.of(HostPolicy.NOW.served()).set().map(HostPolicy::new);
    }

    private static List<Model> catalogue() {
        return List.of(model("m-1", ModelKind.CHAT), model("m-3", ModelKind.RERANK), model("m-9", ModelKind.CHAT));
    }

    private static Model model(String id, ModelKind kind) {
        return new Model(
                "ws-1",
                id,
                kind,
                new Model.Provider("https://models.example/v1", null),
                "big",
                null,
                JSON.objectNode(),
                true,
                1);
    }

    private static Arbitrary<List<String>> some(String... values) {
        return Arbitraries.of(values).set().ofMaxSize(values.length).map(List::copyOf);
    }

    private static List<String> both(List<String> some, List<String> others) {
        Set<String> all = new LinkedHashSet<>(some);
        all.addAll(others);
        return List.copyOf(all);
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
