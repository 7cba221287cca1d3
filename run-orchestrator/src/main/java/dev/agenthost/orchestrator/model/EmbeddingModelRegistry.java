package dev.agenthost.orchestrator.model;

import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import io.smallrye.mutiny.Uni;

/** Sends changes of embedding models to their reader, context-store. */
public interface EmbeddingModelRegistry {
    /** The answer to a change. */
    sealed interface Told {
        /** @param revision the revision that is current there */
        record Known(long revision) implements Told {}

        /** The receiver refuses the change; a repetition is refused again, until the model changes or the receiver has another build. */
        record Refused(String code) implements Told {}
    }

    /** Fails if there was no answer. */
    Uni<Told> tell(EmbeddingModelChange telling);
}
