package dev.agenthost.orchestrator.model.telling;

import dev.agenthost.protocol.store.knowledge.EmbeddingModelTelling;
import io.smallrye.mutiny.Uni;

/** Who has to know of embedding models. */
public interface EmbeddingRegister {
    /** Fails where it was not taken. @return the revision that counts there */
    Uni<Long> tell(EmbeddingModelTelling telling);
}
