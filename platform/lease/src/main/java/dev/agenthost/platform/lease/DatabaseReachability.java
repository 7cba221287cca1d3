package dev.agenthost.platform.lease;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time for which this replica has reached the database without interruption. A replica that has not reached it for a full term may
 * not mark leases dead: after an outage all leases are overdue, and all replicas need time to renew theirs.
 *
 * @param since the start of the uninterrupted time, null after an interruption
 * @param last the last successful access
 */
public record DatabaseReachability(@Nullable Long since, long last) {
    public static final DatabaseReachability NONE = new DatabaseReachability(null, 0);

    /** Records an answer. A silence of a term or more, for instance of a paused process, is an interruption too. */
    public DatabaseReachability reached(long now, Duration term) {
        boolean unbroken = since != null && now - last < term.toNanos();
        return new DatabaseReachability(unbroken ? since : Long.valueOf(now), now);
    }

    /** Records a missing answer. */
    public DatabaseReachability missed() {
        return NONE;
    }

    public boolean isSteady(long now, Duration term) {
        return since != null && now - since >= term.toNanos() && now - last < term.toNanos();
    }
}
