package dev.agenthost.context.intake;

import io.smallrye.mutiny.Uni;

/** Writes batches, each in one transaction. */
public interface BatchRepository {
    Uni<BatchOutcome> apply(Batch batch);
}
