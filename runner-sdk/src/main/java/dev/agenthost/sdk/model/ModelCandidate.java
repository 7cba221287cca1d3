package dev.agenthost.sdk.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.context.ModelResource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A chat model that the run may call, and in which ways.
 *
 * @param contextWindow tokens of input and output together, null if unknown
 */
public record ModelCandidate(
        String modelId,
        boolean mayInvoke,
        boolean mayStream,
        @Nullable Integer contextWindow) {
    /**
     * The granted models: those of the configuration, in its order; all if it names none.
     *
     * @param chosen a model's id, or {@code {primary, fallbacks}}
     */
    public static List<ModelCandidate> of(JsonNode chosen, List<ModelResource> granted) {
        Set<String> wanted = new LinkedHashSet<>();
        if (chosen.isTextual()) {
            wanted.add(chosen.textValue());
        } else {
            wanted.add(chosen.path("primary").asText(""));
            chosen.path("fallbacks").forEach(fallback -> wanted.add(fallback.asText("")));
        }
        wanted.remove("");
        List<ModelCandidate> candidates = new ArrayList<>();
        for (String id : wanted) {
            granted.stream()
                    .filter(model -> model.modelId().equals(id))
                    .map(ModelCandidate::of)
                    .filter(ModelCandidate::talks)
                    .forEach(candidates::add);
        }
        return wanted.isEmpty()
                ? granted.stream()
                        .map(ModelCandidate::of)
                        .filter(ModelCandidate::talks)
                        .toList()
                : candidates;
    }

    private static ModelCandidate of(ModelResource model) {
        return new ModelCandidate(
                model.modelId(),
                model.operations().contains("invoke"),
                model.operations().contains("stream"),
                model.contextWindow());
    }

    /** The smallest of the known windows: each model may have to read the same messages. */
    public static OptionalInt tightest(List<ModelCandidate> candidates) {
        return candidates.stream()
                .map(ModelCandidate::contextWindow)
                .filter(Objects::nonNull)
                .mapToInt(Integer::intValue)
                .min();
    }

    private boolean talks() {
        return mayInvoke || mayStream;
    }
}
