package dev.agenthost.watch.schema;

import io.smallrye.mutiny.Uni;

/** The database, as far as it is there. */
public interface Database {
    /** Completes when it has answered; fails when it does not. */
    Uni<Void> answers();
}
