package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.Runs;
import dev.agenthost.protocol.resource.ModelResource;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a selector in a runner's configuration grants. */
class GrantByConfigurationTest extends GrantCase {
    @Test
    void aSelectorInTheConfigurationGrantsWhatItNames() {
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
        BindingSnapshot binding =
                Runs.binding(ResourcePolicy.defaults(), StatePolicy.defaults(), DeliveryPolicy.defaults(), config);

        Grant grant = Grant.freeze(manifest(everything(), form), binding, Runs.message(), HostPolicy.NOW);

        assertThat(grant.resources().models())
                .extracting(ModelResource::modelId)
                .containsExactly("m-2", "m-3");
        assertThat(grant.resources().models())
                .allSatisfy(granted -> assertThat(granted.operations()).containsExactly("invoke", "stream"));
        assertThat(grant.resources().knowledgeBases()).hasSize(1);
    }

    @Test
    void toolsOfTheConfigurationAreLookedForBesideThoseOfThePolicy() {
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

    private static List<String> toolsOf(List<JsonNode> form, ObjectNode config) {
        return GrantedNames.tools(
                manifest(everything(), form),
                Runs.binding(ALL, StatePolicy.defaults(), DeliveryPolicy.defaults(), config));
    }

    @Test
    void aFileOfTheConfigurationIsGrantedAsThat() {
        List<JsonNode> form = List.of(field("file", "logo"), field("array[file]", "papers"));
        ObjectNode config = JSON.objectNode().put("logo", "k-1");
        config.putArray("papers")
                .add(JSON.objectNode().put("file_key", "k-2"))
                .add("f-1")
                .add(7);
        BindingSnapshot binding = Runs.binding(ALL, StatePolicy.defaults(), DeliveryPolicy.defaults(), config);

        Grant grant = Grant.freeze(manifest(everything(), form), binding, Runs.message(), HostPolicy.NOW);
        Grant none = Grant.freeze(
                manifest(AgentRunnerPermissions.of(Map.of("files", List.of("knowledge"))), form),
                Runs.binding(ResourcePolicy.defaults(), StatePolicy.defaults(), DeliveryPolicy.defaults(), config),
                Runs.message(),
                HostPolicy.NOW);

        assertThat(grant.resources().files())
                .extracting(file -> file.fileKey() + " " + file.operations())
                .containsExactly("f-1 [config]", "k-1 [config]", "k-2 [config]");
        assertThat(none.resources().files()).isEmpty();
    }

    @Test
    void aPromptOfTheConfigurationMayBeAskedFor() {
        ObjectNode written = JSON.objectNode().put("prompt", "Be brief.");
        ObjectNode edited = JSON.objectNode().put("prompt", "not this one");
        edited.putArray("persona")
                .add(JSON.objectNode().put("role", "system").put("content", "Be kind."))
                .add(3);

        assertThat(promptOf(written, List.of())).hasToString("[{\"role\":\"system\",\"content\":\"Be brief.\"}]");
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
    void aPromptThatIsOnlyTheFormsMayBeAskedForAndNothingElseOfAFormIsGranted() {
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
                                Runs.binding(
                                        ResourcePolicy.defaults(),
                                        StatePolicy.defaults(),
                                        DeliveryPolicy.defaults(),
                                        JSON.objectNode()),
                                Runs.message(),
                                HostPolicy.NOW)
                        .resources()
                        .models())
                .isEmpty();
    }

    private static List<JsonNode> promptOf(ObjectNode config, List<JsonNode> form) {
        BindingSnapshot binding =
                Runs.binding(ResourcePolicy.defaults(), StatePolicy.defaults(), DeliveryPolicy.defaults(), config);
        Grant grant =
                Grant.freeze(manifest(AgentRunnerPermissions.none(), form), binding, Runs.message(), HostPolicy.NOW);
        assertThat(grant.apis().promptGet()).isEqualTo(!grant.prompt().isEmpty());
        assertThat(Grant.check(grant, new Access.Prompt()) instanceof Check.Allowed)
                .isEqualTo(grant.apis().promptGet());
        return grant.prompt();
    }
}
