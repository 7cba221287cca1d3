package dev.agenthost.orchestrator.model;

import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/**
 * The changes of embedding models that are still to be sent. A change is written together with its model; a later change is sent after it.
 */
public interface EmbeddingSyncRepository {
    /** @param tries the number of attempts, including this one */
    record Due(EmbeddingModelChange telling, int tries) {}

    /** Takes the changes that are due; no other replica gets them until the term ends. */
    Uni<List<Due>> take(int most, Duration term);

    /** Removes a sent change, unless a newer one was written meanwhile. */
    Uni<Void> told(EmbeddingModelChange telling);

    /** Raises the change above the receiver's revision, which was newer, so that this change counts and is sent again. */
    Uni<Void> above(EmbeddingModelChange telling, long revision);

    /** Sends the change again after the pause. */
    Uni<Void> later(EmbeddingModelChange telling, Duration pause);
}
