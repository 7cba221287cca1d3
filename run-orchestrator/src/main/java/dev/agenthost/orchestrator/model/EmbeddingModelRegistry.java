package dev.agenthost.orchestrator.model;

import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import io.smallrye.mutiny.Uni;

/** Sends changes of embedding models to context-store. */
public interface EmbeddingModelRegistry {
    /** The response to a change. */
    sealed interface Response {
        /** @param revision the current revision of the model in context-store */
        record Known(long revision) implements Response {}

        /** context-store rejects the change. A retry is rejected too, until the model changes or context-store runs another build. */
        record Refused(String code) implements Response {}
    }

    /** Sends the change; fails if there is no response. */
    Uni<Response> send(EmbeddingModelChange change);
}
