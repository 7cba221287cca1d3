package dev.agenthost.platform.observability;

import io.smallrye.mutiny.Uni;

/** The database, as far as it is there. */
public interface DatabaseProbe {
    /** Completes when it has answered; fails when it does not. */
    Uni<Void> answers();
}
