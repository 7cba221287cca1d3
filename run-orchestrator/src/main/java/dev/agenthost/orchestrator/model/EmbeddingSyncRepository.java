package dev.agenthost.orchestrator.model;

import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/**
 * The unsent changes of embedding models. A change is written together with its model; a later change is sent after it.
 */
public interface EmbeddingSyncRepository {
    /** @param attempts the number of attempts, including this one */
    record Due(EmbeddingModelChange change, int attempts) {}

    /** Claims due changes; no other replica claims them until the term ends. */
    Uni<List<Due>> claim(int most, Duration term);

    /** Removes a sent change, unless a newer one was written since. */
    Uni<Void> remove(EmbeddingModelChange change);

    /** Raises the revision of the change above the newer one of context-store, so that the change is sent again and takes effect. */
    Uni<Void> raise(EmbeddingModelChange change, long revision);

    /** Makes the change due again after the pause. */
    Uni<Void> postpone(EmbeddingModelChange change, Duration pause);
}
