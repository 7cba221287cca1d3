package dev.agenthost.context.knowledge.model;

import dev.agenthost.context.knowledge.embedding.EmbeddingsEndpoint;
import dev.agenthost.context.knowledge.index.Embedder;
import dev.agenthost.context.knowledge.index.EmbeddingTrouble;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Vectors of one model of a workspace: a few requests at once, each within its time, all of as many numbers as the first. */
final class ModelEmbedder implements Embedder {
    /** Questions and documents, on one replica. */
    static final int AT_ONCE = 8;

    private static final String SAMPLE = "How many numbers has a vector?";

    private final EmbeddingModel model;
    private final EmbeddingModels models;
    private final IntFunction<Embedder> asking;
    private final Duration limit;
    private final Semaphore room = new Semaphore(AT_ONCE);
    private volatile @Nullable Embedder known;

    /**
     * @param asking asks the model for vectors of so many numbers, or of any
     * @param limit of one request, with all its repetitions
     */
    ModelEmbedder(EmbeddingModel model, EmbeddingModels models, IntFunction<Embedder> asking, Duration limit) {
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
        return Uni.createFrom().deferred(() -> room.tryAcquire() ? asked(texts) : busy());
    }

    private Uni<List<float[]>> asked(List<String> texts) {
        return measured()
                .chain(asked -> asked.embed(texts))
                .ifNoItem()
                .after(limit)
                .failWith(() -> new EmbeddingTrouble("the endpoint of embeddings took too long", false))
                .onTermination()
                .invoke(room::release);
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
        return Uni.createFrom()
                .failure(new EmbeddingTrouble("as many requests as may wait for this model already", false));
    }
}
