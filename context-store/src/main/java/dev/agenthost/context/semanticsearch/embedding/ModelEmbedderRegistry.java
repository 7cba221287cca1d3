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

/** Finds the embedder of each knowledge base: of the installation's model, or of a model of its workspace. Safe for several threads. */
public final class ModelEmbedderRegistry implements EmbedderRegistry {
    /** Number of cached embedders; the least recently used are evicted. */
    private static final int CACHE_SIZE = 1_000;
    /** Longer than a query waits, and than an endpoint's own limit. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private record Key(String workspaceId, String modelId) {}

    private record CachedEmbedder(EmbeddingModel model, Embedder questions, Embedder documents) {}

    private final EmbeddingModelRepository models;
    private final Embedder defaultEmbedder;
    private final Secrets secrets;
    private final Function<EmbeddingsEndpoint, Embedder> factory;
    private final Map<Key, CachedEmbedder> cached = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * @param defaultEmbedder embedder of the installation's model
     * @param factory makes the embedder of an endpoint
     */
    public ModelEmbedderRegistry(
            EmbeddingModelRepository models,
            Embedder defaultEmbedder,
            Secrets secrets,
            Function<EmbeddingsEndpoint, Embedder> factory) {
        this.models = models;
        this.defaultEmbedder = defaultEmbedder;
        this.secrets = secrets;
        this.factory = factory;
    }

    @Override
    public Uni<Map<String, Optional<Embedder>>> of(String workspaceId, List<String> kbIds) {
        return models.ofBases(workspaceId, kbIds).map(found -> {
            Map<String, Optional<Embedder>> embedders = new LinkedHashMap<>();
            found.forEach((kb, whose) -> embedders.put(
                    kb,
                    switch (whose) {
                        case EmbeddingModelRepository.ModelSource.Default none -> Optional.of(defaultEmbedder);
                        case EmbeddingModelRepository.ModelSource.OfWorkspace(EmbeddingModel model) ->
                            Optional.of(of(model));
                        case EmbeddingModelRepository.ModelSource.Unavailable unavailable -> Optional.empty();
                    }));
            return embedders;
        });
    }

    /** Returns true if the model names no key, or one that its workspace may use. */
    public boolean hasKey(EmbeddingModel model) {
        String named = model.apiKeyRef();
        return named == null || secrets.of(named, model.workspaceId()) != null;
    }

    /** Returns the embedder for questions. It always fails if the model's key is unavailable. */
    public Embedder of(EmbeddingModel model) {
        return cached(model).questions();
    }

    /** Returns the embedder for documents; questions, however many, do not stop indexing. */
    public Embedder ofDocuments(EmbeddingModel model) {
        return cached(model).documents();
    }

    private CachedEmbedder cached(EmbeddingModel model) {
        String named = model.apiKeyRef();
        String key = named == null ? null : secrets.of(named, model.workspaceId());
        synchronized (cached) {
            Key cacheKey = new Key(model.workspaceId(), model.modelId());
            CachedEmbedder before = cached.get(cacheKey);
            if (before != null && before.model().equals(model)) {
                return before;
            }
            CachedEmbedder made = named != null && key == null ? keyless(model) : create(model, key);
            cached.put(cacheKey, made);
            if (cached.size() > CACHE_SIZE) {
                cached.remove(cached.keySet().iterator().next());
            }
            return made;
        }
    }

    private CachedEmbedder create(EmbeddingModel model, @Nullable String key) {
        ModelEmbedder made =
                new ModelEmbedder(model, models, numbers -> factory.apply(model.endpoint(numbers, key)), LIMIT);
        return new CachedEmbedder(model, made, made.ofDocuments());
    }

    private static CachedEmbedder keyless(EmbeddingModel model) {
        Keyless none = new Keyless(model);
        return new CachedEmbedder(model, none, none);
    }

    /** An embedder without the key that the model names; it sends nothing. */
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
