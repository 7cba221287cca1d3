package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.ModelResource;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.ChoiceLimits;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the grants that selectors in a runner's configuration give. */
class GrantByConfigurationTest extends GrantCase {
    @Test
    void aSelectorGrantsItsResources() {
        List<JsonNode> form = List.of(
                field("model-fallback-selector", "model"),
                field("rerank-model-selector", "rerank"),
                field("knowledge-base-multi-selector", "kbs"),
                field("llm-model-selector", "second"));
        ObjectNode config = JSON.objectNode();
        ObjectNode model = config.putObject("model").put("primary", "m-2");
        model.putArray("fallbacks").add("m-3").add("m-2");
        config.put("rerank", "__none__").put("second", "");
        config.putArray("kbs").add("kb-9").add("kb-9").add("__none__");
        BindingSnapshot binding = ClaimedRuns.binding(
                ResourcePolicy.defaults(), StatePolicy.defaults(), DeliveryPolicy.defaults(), config);

        Grant grant = Grant.freeze(manifest(everything(), form), binding, ClaimedRuns.message(), HostPolicy.NOW);

        assertThat(grant.resources().models())
                .extracting(ModelResource::modelId)
                .containsExactly("m-2", "m-3");
        assertThat(grant.resources().models())
                .allSatisfy(granted -> assertThat(granted.operations()).containsExactly("invoke", "stream"));
        assertThat(grant.resources().knowledgeBases()).hasSize(1);
    }

    @Test
    void selectsToolsOfThePolicyAndTheConfiguration() {
        List<JsonNode> form = List.of(field("tools-selector", "tools"), field("tools-selector", "one"));
        ObjectNode config = JSON.objectNode().put("one", "t/b");
        config.putArray("tools")
                .add("s/*")
                .add("add")
                .add("__none__")
                .add(" ")
                .add(JSON.objectNode().put("id", "odd"))
                .add(7);

        assertThat(toolsOf(form, config)).containsExactly("add", "s/*", "t/b");
        assertThat(toolsOf(List.of(field("string", "tools"), field("json", "one")), config))
                .containsExactly("add");
        assertThat(toolsOf(form, JSON.objectNode().put("one", "__none__"))).containsExactly("add");
    }

    /** A choice of the configuration that the binding removes is not granted; the others keep their order. */
    @Test
    void doesNotGrantChoicesBeyondTheLimitsOfTheBinding() {
        List<JsonNode> form = List.of(
                field("model-fallback-selector", "model"),
                field("rerank-model-selector", "rerank"),
                field("knowledge-base-multi-selector", "kbs"),
                field("tools-selector", "tools"),
                field("array[file]", "files"));
        ObjectNode config = JSON.objectNode().put("rerank", "r-1");
        config.putObject("model")
                .put("primary", "m-2")
                .putArray("fallbacks")
                .add("m-3")
                .add("m-4");
        config.putArray("kbs").add("kb-1").add("kb-2");
        config.putArray("tools").add("s/*").add("t/a").add("t/b");
        config.putArray("files").add("k-1").add("k-2");
        AgentRunnerPermissions permissions = AgentRunnerPermissions.of(Map.of(
                "models", List.of("invoke", "rerank"),
                "knowledge_bases", List.of("retrieve"),
                "files", List.of("config")));
        BindingSnapshot whole = ClaimedRuns.binding(
                ResourcePolicy.defaults(), StatePolicy.defaults(), DeliveryPolicy.defaults(), config);
        BindingSnapshot some = whole.leaving(new ChoiceLimits(
                List.of("m-4", "m-3", "m-9"), List.of("s/add", "t/*", "u/*"), List.of("kb-2"), List.of()));

        assertThat(granted(permissions, form, whole))
                .containsExactly("m-2", "m-3", "m-4", "r-1", "kb-1", "kb-2", "k-1", "k-2", "s/*", "t/a", "t/b");
        assertThat(granted(permissions, form, some)).containsExactly("m-3", "m-4", "kb-2", "s/add", "t/a", "t/b");
        assertThat(granted(
                        permissions, form, whole.leaving(new ChoiceLimits(List.of(), List.of(), List.of(), List.of()))))
                .isEmpty();
        assertThat(granted(permissions, form, whole.leaving(ChoiceLimits.NONE)))
                .isEqualTo(granted(permissions, form, whole));
        Grant narrowed = Grant.freeze(manifest(permissions, form), some, ClaimedRuns.message(), HostPolicy.NOW);
        assertThat(denied(narrowed, new AccessRequest.Model("m-2", "invoke")).code())
                .isEqualTo(FailureCode.UNAUTHORIZED);
        assertThat(denied(narrowed, new AccessRequest.Model("r-1", "rerank")).code())
                .isEqualTo(FailureCode.UNAUTHORIZED);
    }

    /** A binding's limits grant nothing by themselves: a person must have chosen the resource. */
    @Test
    void aLimitAloneGrantsNothing() {
        List<JsonNode> form = List.of(field("llm-model-selector", "model"), field("tools-selector", "tools"));
        BindingSnapshot binding = ClaimedRuns.binding(
                        ResourcePolicy.defaults(),
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JSON.objectNode().put("model", "m-1"))
                .leaving(new ChoiceLimits(List.of("m-1", "m-2"), List.of("s/*"), List.of("kb-1"), List.of("k-1")));

        assertThat(granted(everything(), form, binding)).containsExactly("m-1");
    }

    private static List<String> granted(
            AgentRunnerPermissions permissions, List<JsonNode> form, BindingSnapshot binding) {
        AgentResources resources = Grant.freeze(
                        manifest(permissions, form), binding, ClaimedRuns.message(), HostPolicy.NOW)
                .resources();
        List<String> names = new ArrayList<>();
        resources.models().forEach(model -> names.add(model.modelId()));
        resources.knowledgeBases().forEach(base -> names.add(base.kbId()));
        resources.files().forEach(file -> names.add(file.fileKey()));
        names.addAll(GrantedNames.tools(manifest(permissions, form), binding));
        return names;
    }

    private static List<String> toolsOf(List<JsonNode> form, ObjectNode config) {
        return GrantedNames.tools(
                manifest(everything(), form),
                ClaimedRuns.binding(ALL, StatePolicy.defaults(), DeliveryPolicy.defaults(), config));
    }

    @Test
    void grantsAFileOfTheConfigurationForThatPurpose() {
        List<JsonNode> form = List.of(field("file", "logo"), field("array[file]", "papers"));
        ObjectNode config = JSON.objectNode().put("logo", "k-1");
        config.putArray("papers")
                .add(JSON.objectNode().put("file_key", "k-2"))
                .add("f-1")
                .add(7);
        BindingSnapshot binding = ClaimedRuns.binding(ALL, StatePolicy.defaults(), DeliveryPolicy.defaults(), config);

        Grant grant = Grant.freeze(manifest(everything(), form), binding, ClaimedRuns.message(), HostPolicy.NOW);
        Grant none = Grant.freeze(
                manifest(AgentRunnerPermissions.of(Map.of("files", List.of("knowledge"))), form),
                ClaimedRuns.binding(
                        ResourcePolicy.defaults(), StatePolicy.defaults(), DeliveryPolicy.defaults(), config),
                ClaimedRuns.message(),
                HostPolicy.NOW);

        assertThat(grant.resources().files())
                .extracting(file -> file.fileKey() + " " + file.operations())
                .containsExactly("f-1 [config]", "k-1 [config]", "k-2 [config]");
        assertThat(none.resources().files()).isEmpty();
    }

    @Test
    void grantsThePromptOfTheConfiguration() {
        ObjectNode config = JSON.objectNode().put("prompt", "Be brief.");
        ObjectNode edited = JSON.objectNode().put("prompt", "not this one");
        edited.putArray("persona")
                .add(JSON.objectNode().put("role", "system").put("content", "Be kind."))
                .add(3);

        assertThat(promptOf(config, List.of())).hasToString("[{\"role\":\"system\",\"content\":\"Be brief.\"}]");
        assertThat(promptOf(edited, List.of(field("prompt-editor", "persona"))))
                .hasToString("[{\"role\":\"system\",\"content\":\"Be kind.\"}]");
        for (ObjectNode nothing : List.of(
                JSON.objectNode(),
                JSON.objectNode().put("prompt", " "),
                JSON.objectNode().put("prompt", 1))) {
            assertThat(promptOf(nothing, List.of())).isEmpty();
        }
    }

    @Test
    void grantsTheDefaultPromptAndNoOtherDefaultOfAForm() {
        ObjectNode persona = field("prompt-editor", "persona");
        persona.putArray("default").add(JSON.objectNode().put("role", "system").put("content", "Be kind."));
        JsonNode plain = field("string", "prompt").put("default", "Be brief.");
        JsonNode secret = field("secret", "prompt").put("default", "not this one");

        assertThat(promptOf(JSON.objectNode(), List.of(persona)))
                .hasToString("[{\"role\":\"system\",\"content\":\"Be kind.\"}]");
        assertThat(promptOf(JSON.objectNode().putNull("prompt"), List.of(plain)))
                .hasToString("[{\"role\":\"system\",\"content\":\"Be brief.\"}]");
        assertThat(promptOf(JSON.objectNode().put("prompt", "Be quick."), List.of(plain)))
                .hasToString("[{\"role\":\"system\",\"content\":\"Be quick.\"}]");
        assertThat(promptOf(JSON.objectNode(), List.of(secret))).isEmpty();
        JsonNode model = field("llm-model-selector", "model").put("default", "m-9");
        assertThat(Grant.freeze(
                                manifest(everything(), List.of(model)),
                                ClaimedRuns.binding(
                                        ResourcePolicy.defaults(),
                                        StatePolicy.defaults(),
                                        DeliveryPolicy.defaults(),
                                        JSON.objectNode()),
                                ClaimedRuns.message(),
                                HostPolicy.NOW)
                        .resources()
                        .models())
                .isEmpty();
    }

    private static List<JsonNode> promptOf(ObjectNode config, List<JsonNode> form) {
        BindingSnapshot binding = ClaimedRuns.binding(
                ResourcePolicy.defaults(), StatePolicy.defaults(), DeliveryPolicy.defaults(), config);
        Grant grant = Grant.freeze(
                manifest(AgentRunnerPermissions.none(), form), binding, ClaimedRuns.message(), HostPolicy.NOW);
        assertThat(grant.apis().promptGet()).isEqualTo(!grant.prompt().isEmpty());
        assertThat(Grant.check(grant, new AccessRequest.Prompt()) instanceof AccessDecision.Allowed)
                .isEqualTo(grant.apis().promptGet());
        return grant.prompt();
    }
}
