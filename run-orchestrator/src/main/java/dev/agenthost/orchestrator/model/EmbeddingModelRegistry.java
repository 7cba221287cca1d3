package dev.agenthost.orchestrator.model;

import dev.agenthost.protocol.store.knowledge.EmbeddingModelTelling;
import io.smallrye.mutiny.Uni;

/** Who has to know of embedding models. */
public interface EmbeddingModelRegistry {
    /** What came of telling. */
    sealed interface Told {
        /** @param revision the one that counts there */
        record Known(long revision) implements Told {}

        /** It is not taken as it is: telling it again changes nothing, until somebody writes another, or they are of another build. */
        record Refused(String code) implements Told {}
    }

    /** Fails where nobody answered. */
    Uni<Told> tell(EmbeddingModelTelling telling);
}
