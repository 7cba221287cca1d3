package dev.agenthost.context.intake;

import io.smallrye.mutiny.Uni;

/** Writes batches, each in one transaction. */
public interface BatchLedger {
    Uni<Application> apply(Batch batch);
}
