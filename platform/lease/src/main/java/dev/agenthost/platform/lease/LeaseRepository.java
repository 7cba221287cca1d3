package dev.agenthost.platform.lease;

import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Leases, on the database's clock. */
public interface LeaseRepository {
    /** Acquires or renews; false if that incarnation was marked dead, which is final. */
    Uni<Boolean> renew(Incarnation incarnation, String replica, Duration term);

    /** Marks every overdue lease dead, for good. Returns their number. */
    Uni<Integer> expireOverdue();

    /** Releases a lease, so that no replica waits for its term. */
    Uni<Void> surrender(Incarnation incarnation);

    /** Deletes leases that have been dead for that long; returns their number. */
    Uni<Integer> sweep(Duration olderThan);
}
