package dev.agenthost.orchestrator.model;

import dev.agenthost.protocol.store.knowledge.EmbeddingModelTelling;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** What is to be told. Written together with the model it tells of; what is written of it meanwhile is told after it. */
public interface EmbeddingSyncRepository {
    /** @param tries how often it was begun, with this time */
    record Due(EmbeddingModelTelling telling, int tries) {}

    /** Those that are due, for whoever takes them alone until the term is over. */
    Uni<List<Due>> take(int most, Duration term);

    /** Nothing is left to tell, where nothing was written meanwhile. */
    Uni<Void> told(EmbeddingModelTelling telling);

    /** Who was told knows of a newer one, and we do not: this one counts, and comes again above it. */
    Uni<Void> above(EmbeddingModelTelling telling, long revision);

    /** Comes again. */
    Uni<Void> later(EmbeddingModelTelling telling, Duration pause);
}
