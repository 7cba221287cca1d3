package dev.agenthost.context.knowledge.index;

import io.smallrye.mutiny.Uni;

/** A document that was taken up, and who makes its vectors. */
public interface Task {
    Claim claim();

    Embedder embedder();

    /** Whoever makes its vectors cannot just now. @return whether another document may be tried at once */
    Uni<Boolean> trouble();

    /** It was indexed. */
    Uni<Void> well();
}
