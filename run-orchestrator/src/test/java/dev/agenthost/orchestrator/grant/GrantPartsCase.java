package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.model.ModelKind;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolSelection;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.protocol.run.ChoiceLimits;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.artifact.FileFacts;
import dev.agenthost.protocol.store.artifact.FilePurpose;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import dev.agenthost.protocol.store.state.StateScope;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;

/** Parts of grants, of every kind. */
abstract class GrantPartsCase extends GrantCase {
    static final List<JsonNode> FORM = List.of(
            field("model-fallback-selector", "model"),
            field("rerank-model-selector", "rerank"),
            field("knowledge-base-multi-selector", "bases"),
            field("tools-selector", "tools"),
            field("array[file]", "files"));

    /** The choices of a person in the form's selectors; without a form they are plain configuration. */
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
                        some("history", "events", "state", "artifacts", "runs", "raw", "history.bot", "history.thread"))
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

    /** The limits of a binding for choices; null for a kind without a limit. */
    @Provide
    Arbitrary<ChoiceLimits> limits() {
        return Combinators.combine(
                        some("m-1", "m-2", "m-4").injectNull(0.3),
                        some("s/*", "s/add", "t/sub").injectNull(0.3),
                        some("k-1", "k-3").injectNull(0.3),
                        some("f-1", "f-3").injectNull(0.3))
                .as(ChoiceLimits::new);
    }

    /** Any tools from any source: a grant does not check that they were requested. */
    @Provide
    Arbitrary<ToolSelection> findings() {
        return some("s/add", "s/sub", "activate")
                .map(ids -> new ToolSelection(
                        ids.stream()
                                .map(id -> new ToolDescriptor(
                                        id,
                                        id.replace("/", "__"),
                                        "mcp",
                                        null,
                                        JSON.objectNode().put("type", "object")))
                                .toList(),
                        List.of()));
    }

    /** The existing resources that context-store reports, also unrequested ones; null for a kind without an answer. */
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

    static List<Model> catalogue() {
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

    static Arbitrary<List<String>> some(String... values) {
        return Arbitraries.of(values).set().ofMaxSize(values.length).map(List::copyOf);
    }

    static List<String> both(List<String> some, List<String> others) {
        Set<String> all = new LinkedHashSet<>(some);
        all.addAll(others);
        return List.copyOf(all);
    }
}
