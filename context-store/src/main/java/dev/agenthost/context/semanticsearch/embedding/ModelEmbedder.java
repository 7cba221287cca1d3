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
 * Vectors of one model of a workspace: a few requests at once, each within its time, all of as many numbers as the first. Questions have
 * their places and {@link #ofDocuments() documents} theirs, so that neither keeps the other waiting.
 */
final class ModelEmbedder implements Embedder {
    /** Questions, on one replica. */
    static final int AT_ONCE = 8;
    /** One document is at work at a time; those that were taken from their lane may still wait for their answer. */
    static final int DOCUMENTS_AT_ONCE = 3;

    private static final String SAMPLE = "How many numbers has a vector?";

    private final EmbeddingModel model;
    private final EmbeddingModelRepository models;
    private final IntFunction<Embedder> asking;
    private final Duration limit;
    private final Semaphore room = new Semaphore(AT_ONCE);
    private final Documents documents = new Documents();
    private volatile @Nullable Embedder known;

    /**
     * @param asking asks the model for vectors of so many numbers, or of any
     * @param limit of one request, with all its repetitions
     */
    ModelEmbedder(EmbeddingModel model, EmbeddingModelRepository models, IntFunction<Embedder> asking, Duration limit) {
        this.model = model;
        this.models = models;
        this.asking = asking;
        this.limit = limit;
        Integer said = model.dimensions();
        this.known = said == null ? null : asking.apply(said);
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
        return within(room, texts);
    }

    /** The same vectors, asked for in places of their own. */
    Embedder ofDocuments() {
        return documents;
    }

    private Uni<List<float[]>> within(Semaphore places, List<String> texts) {
        return Uni.createFrom().deferred(() -> places.tryAcquire() ? asked(places, texts) : busy());
    }

    private Uni<List<float[]>> asked(Semaphore places, List<String> texts) {
        return measured()
                .chain(asked -> asked.embed(texts))
                .ifNoItem()
                .after(limit)
                .failWith(() -> new EmbeddingException("the endpoint of embeddings took too long", false))
                .onTermination()
                .invoke(places::release);
    }

    private Uni<Embedder> measured() {
        Embedder now = known;
        return now != null
                ? Uni.createFrom().item(now)
                : asking.apply(EmbeddingsEndpoint.ANY)
                        .embed(List.of(SAMPLE))
                        .chain(sample -> models.learn(model, sample.getFirst().length))
                        .map(numbers -> {
                            Embedder made = asking.apply(numbers);
                            known = made;
                            return made;
                        });
    }

    private static Uni<List<float[]>> busy() {
        return Uni.createFrom().failure(EmbeddingException.busy("as many requests as may wait for this model already"));
    }

    private final class Documents implements Embedder {
        private final Semaphore places = new Semaphore(DOCUMENTS_AT_ONCE);

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
            return within(places, texts);
        }
    }
}
