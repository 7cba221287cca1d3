package dev.agenthost.orchestrator.grant;

import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.model.ModelKind;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.ModelResource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Restricts granted models to the enabled models of the catalogue, with their properties. Each model keeps the operations that its kind
 * supports; a model without operations is not granted.
 */
final class KnownModels {
    private KnownModels() {}

    static AgentResources of(AgentResources granted, List<Model> catalogued) {
        Map<String, Model> byId = catalogued.stream()
                .filter(Model::enabled)
                .collect(Collectors.toMap(Model::modelId, Function.identity(), (first, second) -> first));
        return new AgentResources(
                granted.models().stream()
                        .flatMap(model ->
                                Stream.ofNullable(byId.get(model.modelId())).map(stored -> model(model, stored)))
                        .filter(model -> !model.operations().isEmpty())
                        .toList(),
                granted.tools(),
                granted.knowledgeBases(),
                granted.skills(),
                granted.files(),
                granted.storage(),
                granted.platformCapabilities());
    }

    private static ModelResource model(ModelResource granted, Model stored) {
        Set<String> supported = operations(stored.kind());
        return new ModelResource(
                granted.modelId(),
                stored.kind().wire(),
                stored.provider().host().orElse(null),
                granted.operations().stream().filter(supported::contains).toList(),
                stored.model(),
                stored.contextWindow());
    }

    /** Returns the operations of a kind. Runners have no call for embeddings; they retrieve knowledge instead. */
    private static Set<String> operations(ModelKind kind) {
        return switch (kind) {
            case CHAT -> Set.of("invoke", "stream", "count_tokens");
            case RERANK -> Set.of("rerank");
            case EMBEDDING -> Set.of();
        };
    }
}
