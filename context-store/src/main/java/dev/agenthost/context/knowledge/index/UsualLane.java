package dev.agenthost.context.knowledge.index;

import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Documents whose vectors are of the installation's model. While that is in trouble nothing else is tried at once. */
final class UsualLane implements Lane {
    private final IndexWork work;
    private final Embedder embedder;

    UsualLane(IndexWork work, Embedder embedder) {
        this.work = work;
        this.embedder = embedder;
    }

    @Override
    public Uni<Void> begin() {
        return work.choose(embedder.model());
    }

    @Override
    public Uni<Optional<Task>> next() {
        return work.claim(embedder.model()).map(claimed -> claimed.map(claim -> new Usual(claim, embedder, work)));
    }

    private record Usual(Claim claim, Embedder embedder, IndexWork work) implements Task {
        @Override
        public Uni<Boolean> trouble() {
            return work.postpone(claim).replaceWith(false);
        }

        @Override
        public Uni<Void> well() {
            return Uni.createFrom().voidItem();
        }
    }
}
