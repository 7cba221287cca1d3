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
 * The models that were granted by name, as far as they are there and turned on, with what is known of them. Of their operations those
 * are left that a model of its kind has; a model without any is not granted.
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
                                Stream.ofNullable(byId.get(model.modelId())).map(known -> model(model, known)))
                        .filter(model -> !model.operations().isEmpty())
                        .toList(),
                granted.tools(),
                granted.knowledgeBases(),
                granted.skills(),
                granted.files(),
                granted.storage(),
                granted.platformCapabilities());
    }

    private static ModelResource model(ModelResource granted, Model known) {
        Set<String> able = operations(known.kind());
        return new ModelResource(
                granted.modelId(),
                known.kind().wire(),
                known.provider().host().orElse(null),
                granted.operations().stream().filter(able::contains).toList(),
                known.model(),
                known.contextWindow());
    }

    /** Runners have no call for vectors: knowledge is asked for what they are good for. */
    private static Set<String> operations(ModelKind kind) {
        return switch (kind) {
            case CHAT -> Set.of("invoke", "stream", "count_tokens");
            case RERANK -> Set.of("rerank");
            case EMBEDDING -> Set.of();
        };
    }
}
