package dev.agenthost.context.semanticsearch.embedding;

import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.EmbeddingException;
import dev.agenthost.context.semanticsearch.vectorindex.EmbedderRegistry;
import dev.agenthost.platform.security.Secrets;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Who makes vectors for each knowledge base: the installation's model, or one of its workspace. Safe for several threads. */
public final class ModelEmbedderRegistry implements EmbedderRegistry {
    /** Those that were asked last; another is made anew. */
    private static final int HELD = 1_000;
    /** Longer than a question waits, and than an endpoint's own limit. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private record Key(String workspaceId, String modelId) {}

    private record Held(EmbeddingModel model, Embedder questions, Embedder documents) {}

    private final EmbeddingModelRepository models;
    private final Embedder usual;
    private final Secrets secrets;
    private final Function<EmbeddingsEndpoint, Embedder> asking;
    private final Map<Key, Held> held = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * @param usual the installation's
     * @param asking asks an endpoint
     */
    public ModelEmbedderRegistry(
            EmbeddingModelRepository models,
            Embedder usual,
            Secrets secrets,
            Function<EmbeddingsEndpoint, Embedder> asking) {
        this.models = models;
        this.usual = usual;
        this.secrets = secrets;
        this.asking = asking;
    }

    @Override
    public Uni<Map<String, Optional<Embedder>>> of(String workspaceId, List<String> kbIds) {
        return models.ofBases(workspaceId, kbIds).map(found -> {
            Map<String, Optional<Embedder>> embedders = new LinkedHashMap<>();
            found.forEach((kb, whose) -> embedders.put(
                    kb,
                    switch (whose) {
                        case EmbeddingModelRepository.OfBase.Usual none -> Optional.of(usual);
                        case EmbeddingModelRepository.OfBase.Own(EmbeddingModel model) -> Optional.of(of(model));
                        case EmbeddingModelRepository.OfBase.Nobody nobody -> Optional.empty();
                    }));
            return embedders;
        });
    }

    /** Whether its key, where it names one, may be used by its workspace. */
    public boolean hasKey(EmbeddingModel model) {
        String named = model.apiKeyRef();
        return named == null || secrets.of(named, model.workspaceId()) != null;
    }

    /** For questions. One that only fails where the model's key cannot be had. */
    public Embedder of(EmbeddingModel model) {
        return held(model).questions();
    }

    /** The same for documents: however many questions are asked, indexing goes on. */
    public Embedder ofDocuments(EmbeddingModel model) {
        return held(model).documents();
    }

    private Held held(EmbeddingModel model) {
        String named = model.apiKeyRef();
        String key = named == null ? null : secrets.of(named, model.workspaceId());
        synchronized (held) {
            Key place = new Key(model.workspaceId(), model.modelId());
            Held before = held.get(place);
            if (before != null && before.model().equals(model)) {
                return before;
            }
            Held made = named != null && key == null ? keyless(model) : asked(model, key);
            held.put(place, made);
            if (held.size() > HELD) {
                held.remove(held.keySet().iterator().next());
            }
            return made;
        }
    }

    private Held asked(EmbeddingModel model, @Nullable String key) {
        ModelEmbedder made =
                new ModelEmbedder(model, models, numbers -> asking.apply(model.endpoint(numbers, key)), LIMIT);
        return new Held(model, made, made.ofDocuments());
    }

    private static Held keyless(EmbeddingModel model) {
        Keyless none = new Keyless(model);
        return new Held(model, none, none);
    }

    /** Nothing is sent without the key that it names. */
    private record Keyless(EmbeddingModel of) implements Embedder {
        @Override
        public String model() {
            return of.vectors();
        }

        @Override
        public int dimensions() {
            return EmbeddingsEndpoint.ANY;
        }

        @Override
        public Uni<List<float[]>> embed(List<String> texts) {
            return Uni.createFrom()
                    .failure(new EmbeddingException(
                            "the secret " + of.apiKeyRef() + " of model " + of.modelId()
                                    + " is not configured for its workspace",
                            false));
        }
    }
}
