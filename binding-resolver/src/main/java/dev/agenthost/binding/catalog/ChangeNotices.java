package dev.agenthost.binding.catalog;

import io.smallrye.mutiny.Uni;

/** Tells this replica at once that some replica changed a binding. What is missed, the next poll finds. */
public interface ChangeNotices {
    /** Listens until the connection ends, and completes then; fails if it cannot begin. */
    Uni<Void> listen(Runnable onChange);
}
