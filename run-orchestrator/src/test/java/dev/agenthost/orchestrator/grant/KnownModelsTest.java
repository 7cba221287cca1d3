package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.model.ModelKind;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.ModelResource;
import dev.agenthost.protocol.context.StorageResource;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KnownModelsTest {
    private static final List<String> ALL = List.of("invoke", "stream", "rerank", "count_tokens");

    @Test
    void addsPropertiesAndRestrictsOperationsToTheKind() {
        assertThat(known(granted("c", "r"), model("r", ModelKind.RERANK, null, true), chat("c", 8_192)))
                .containsExactly(
                        new ModelResource(
                                "c",
                                "chat",
                                "models.example",
                                List.of("invoke", "stream", "count_tokens"),
                                "big",
                                8_192),
                        new ModelResource("r", "rerank", "models.example", List.of("rerank"), "big", null));
    }

    @Test
    void omitsMissingDisabledAndUngrantedModels() {
        assertThat(known(granted("gone", "off"), model("off", ModelKind.CHAT, 4_096, false), chat("uninvited", 4_096)))
                .isEmpty();
    }

    @Test
    void doesNotGrantEmbeddingModels() {
        assertThat(known(granted("e"), model("e", ModelKind.EMBEDDING, null, true)))
                .isEmpty();
    }

    @Test
    void doesNotGrantUndeclaredOperations() {
        AgentResources narrow = resources(new ModelResource("c", null, null, List.of("invoke")));

        assertThat(known(narrow, chat("c", 1)))
                .extracting(ModelResource::operations)
                .containsExactly(List.of("invoke"));
    }

    @Test
    void omitsTheProviderOfAnInvalidAddress() {
        Model odd = new Model(
                "ws-1",
                "c",
                ModelKind.CHAT,
                new Model.Provider("no address at all", null),
                "big",
                null,
                JsonNodeFactory.instance.objectNode(),
                true,
                1);

        assertThat(known(granted("c"), odd)).extracting(ModelResource::provider).containsOnlyNulls();
    }

    private static List<ModelResource> known(AgentResources granted, Model... catalogued) {
        return KnownModels.of(granted, List.of(catalogued)).models();
    }

    private static AgentResources granted(String... ids) {
        return resources(Arrays.stream(ids)
                .map(id -> new ModelResource(id, null, null, ALL))
                .toArray(ModelResource[]::new));
    }

    private static AgentResources resources(ModelResource... models) {
        return new AgentResources(
                List.of(models),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                StorageResource.none(),
                JsonNodeFactory.instance.objectNode());
    }

    private static Model chat(String id, int window) {
        return model(id, ModelKind.CHAT, window, true);
    }

    private static Model model(String id, ModelKind kind, @Nullable Integer window, boolean enabled) {
        return new Model(
                "ws-1",
                id,
                kind,
                new Model.Provider("https://models.example:8443/v1/deep", "MODEL_KEY"),
                "big",
                window,
                JsonNodeFactory.instance.objectNode(),
                enabled,
                1);
    }
}
