package dev.agenthost.context.semanticsearch.embedding;

import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.EmbeddingException;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Embeds with one model of a workspace: a few concurrent requests, each within its time limit, all with the dimensions of the first.
 * Queries and {@link #ofDocuments() documents} have separate slots, so that neither delays the other.
 */
final class ModelEmbedder implements Embedder {
    /** Concurrent queries of one replica. */
    static final int AT_ONCE = 8;
    /**
     * Concurrent requests for documents: one document is indexed at a time, and requests of timed-out ones may still wait for their
     * answer.
     */
    static final int DOCUMENTS_AT_ONCE = 3;

    private static final String SAMPLE = "How many numbers has a vector?";

    private final EmbeddingModel model;
    private final EmbeddingModelRepository models;
    private final IntFunction<Embedder> factory;
    private final Duration limit;
    private final Semaphore questionSlots = new Semaphore(AT_ONCE);
    private final Documents documents = new Documents();
    private volatile @Nullable Embedder known;

    /**
     * @param factory makes the embedder for that number of dimensions, or for any
     * @param limit time limit of one request, with all its retries
     */
    ModelEmbedder(
            EmbeddingModel model, EmbeddingModelRepository models, IntFunction<Embedder> factory, Duration limit) {
        this.model = model;
        this.models = models;
        this.factory = factory;
        this.limit = limit;
        Integer configured = model.dimensions();
        this.known = configured == null ? null : factory.apply(configured);
    }

    @Override
    public String model() {
        return model.vectors();
    }

    @Override
    public int dimensions() {
        Embedder now = known;
        return now == null ? EmbeddingsEndpoint.ANY : now.dimensions();
    }

    @Override
    public boolean isOfEveryScript() {
        return true;
    }

    @Override
    public Uni<List<float[]>> embed(List<String> texts) {
        return within(questionSlots, texts);
    }

    /** Returns an embedder of the same model with slots of its own. */
    Embedder ofDocuments() {
        return documents;
    }

    private Uni<List<float[]>> within(Semaphore slots, List<String> texts) {
        return Uni.createFrom().deferred(() -> slots.tryAcquire() ? embedWith(slots, texts) : busy());
    }

    private Uni<List<float[]>> embedWith(Semaphore slots, List<String> texts) {
        return measured()
                .chain(embedder -> embedder.embed(texts))
                .ifNoItem()
                .after(limit)
                .failWith(() -> new EmbeddingException("the embedding endpoint took too long", false))
                .onTermination()
                .invoke(slots::release);
    }

    private Uni<Embedder> measured() {
        Embedder now = known;
        return now != null
                ? Uni.createFrom().item(now)
                : factory.apply(EmbeddingsEndpoint.ANY)
                        .embed(List.of(SAMPLE))
                        .chain(sample -> models.learn(model, sample.getFirst().length))
                        .map(numbers -> {
                            Embedder made = factory.apply(numbers);
                            known = made;
                            return made;
                        });
    }

    private static Uni<List<float[]>> busy() {
        return Uni.createFrom().failure(EmbeddingException.busy("the maximum of requests waits for this model"));
    }

    private final class Documents implements Embedder {
        private final Semaphore slots = new Semaphore(DOCUMENTS_AT_ONCE);

        @Override
        public String model() {
            return ModelEmbedder.this.model();
        }

        @Override
        public int dimensions() {
            return ModelEmbedder.this.dimensions();
        }

        @Override
        public boolean isOfEveryScript() {
            return ModelEmbedder.this.isOfEveryScript();
        }

        @Override
        public Uni<List<float[]>> embed(List<String> texts) {
            return within(slots, texts);
        }
    }
}
