package dev.agenthost.platform.lease;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An incarnation and until when it may act, in nanoseconds of this process's monotonic clock.
 *
 * <pre>
 *   pending ──renewed──▶ current ──term passes──▶ overdue ──renewed──▶ current
 *                                                    └──found dead──▶ pending, as another incarnation
 * </pre>
 *
 * <p>It is counted from before the renewal was asked for, so it ends here no later than in the database.
 *
 * @param goodUntil null before the first renewal
 */
public record Lease(Incarnation incarnation, @Nullable Long goodUntil) {
    public static Lease pending(Incarnation incarnation) {
        return new Lease(incarnation, null);
    }

    /** The database held the lease for {@code term} from a moment after {@code askedAt}. */
    public Lease renewed(long askedAt, Duration term) {
        long until = askedAt + term.toNanos();
        return goodUntil != null && goodUntil - until >= 0 ? this : new Lease(incarnation, until);
    }

    /** Whether it may act now. Nanosecond clocks may wrap: only differences count. */
    public boolean isCurrent(long now) {
        return goodUntil != null && goodUntil - now > 0;
    }
}
