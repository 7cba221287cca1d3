package dev.agenthost.platform.lease;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Since when this replica has seen the database without a break. A replica that has not reached it for a full term may not call
 * anybody dead: after an outage everybody's lease is overdue, and everybody needs the time to renew.
 *
 * @param since of the unbroken sight, null when it is broken
 * @param last when it was last seen
 */
public record DatabaseReachability(@Nullable Long since, long last) {
    public static final DatabaseReachability NONE = new DatabaseReachability(null, 0);

    /** It answered. A silence of a term or more, for instance of a paused process, is a break as well. */
    public DatabaseReachability seen(long now, Duration term) {
        boolean unbroken = since != null && now - last < term.toNanos();
        return new DatabaseReachability(unbroken ? since : Long.valueOf(now), now);
    }

    /** It did not answer. */
    public DatabaseReachability missed() {
        return NONE;
    }

    public boolean isSteady(long now, Duration term) {
        return since != null && now - since >= term.toNanos() && now - last < term.toNanos();
    }
}
