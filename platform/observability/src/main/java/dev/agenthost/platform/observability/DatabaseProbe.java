package dev.agenthost.platform.observability;

import io.smallrye.mutiny.Uni;

/** Probes the database. */
public interface DatabaseProbe {
    /** Completes when the database has answered; fails without an answer. */
    Uni<Void> answers();
}
