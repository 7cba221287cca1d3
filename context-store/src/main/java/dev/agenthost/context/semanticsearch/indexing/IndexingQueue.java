package dev.agenthost.context.semanticsearch.indexing;

import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Which documents a thread takes up, one after the other. */
public interface IndexingQueue {
    /** Before the first. */
    Uni<Void> begin();

    /** Empty where nothing waits that can be done now. */
    Uni<Optional<IndexingTask>> next();
}
