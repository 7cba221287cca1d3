package dev.agenthost.context.semanticsearch.indexing;

import io.smallrye.mutiny.Uni;

/** A document that was taken up, and who makes its vectors. */
public interface IndexingTask {
    IndexingClaim claim();

    Embedder embedder();

    /** Whoever makes its vectors cannot just now. @return whether another document may be tried at once */
    Uni<Boolean> trouble();

    /** It was indexed. */
    Uni<Void> well();
}
