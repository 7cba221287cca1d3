package dev.agenthost.context.semanticsearch.indexing;

import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** The documents that a thread indexes, one after the other. */
public interface IndexingQueue {
    /** Runs before the first {@link #next}. */
    Uni<Void> begin();

    /** Claims the next document; empty if none can be indexed now. */
    Uni<Optional<IndexingTask>> next();
}
