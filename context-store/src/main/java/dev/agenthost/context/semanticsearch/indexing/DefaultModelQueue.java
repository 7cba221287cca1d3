package dev.agenthost.context.semanticsearch.indexing;

import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Documents whose vectors are of the installation's model. While the model fails no other document is tried at once. */
final class DefaultModelQueue implements IndexingQueue {
    private final IndexingTaskRepository work;
    private final Embedder embedder;

    DefaultModelQueue(IndexingTaskRepository work, Embedder embedder) {
        this.work = work;
        this.embedder = embedder;
    }

    @Override
    public Uni<Void> begin() {
        return work.choose(embedder.model());
    }

    @Override
    public Uni<Optional<IndexingTask>> next() {
        return work.claim(embedder.model())
                .map(claimed -> claimed.map(claim -> new DefaultTask(claim, embedder, work)));
    }

    private record DefaultTask(IndexingClaim claim, Embedder embedder, IndexingTaskRepository work)
            implements IndexingTask {
        @Override
        public Uni<Boolean> pause() {
            return work.postpone(claim).replaceWith(false);
        }

        @Override
        public Uni<Void> well() {
            return Uni.createFrom().voidItem();
        }
    }
}
