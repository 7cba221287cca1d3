package dev.agenthost.platform.lease;

import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Leases, on the database's clock. */
public interface LeaseRepository {
    /** Takes or renews; false when that incarnation was marked dead: it can never be renewed. */
    Uni<Boolean> renew(Incarnation incarnation, String replica, Duration term);

    /** Marks every overdue lease dead, for good. Answers how many. */
    Uni<Integer> expireOverdue();

    /** Releases a lease, so that no replica waits for its term. */
    Uni<Void> surrender(Incarnation incarnation);

    /** Deletes those that have been dead for that long; answers how many. */
    Uni<Integer> sweep(Duration olderThan);
}
