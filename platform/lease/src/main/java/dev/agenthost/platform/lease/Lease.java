package dev.agenthost.platform.lease;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An incarnation and the end of its lease, in nanoseconds of this process's monotonic clock.
 *
 * <pre>
 *   pending ──renewed──▶ current ──term passes──▶ overdue ──renewed──▶ current
 *                                                    └──found dead──▶ pending, as another incarnation
 * </pre>
 *
 * <p>The term counts from before the request for renewal, so the lease ends here no later than in the database.
 *
 * @param expiresAtNanos null before the first renewal
 */
public record Lease(Incarnation incarnation, @Nullable Long expiresAtNanos) {
    public static Lease pending(Incarnation incarnation) {
        return new Lease(incarnation, null);
    }

    /** Returns the renewed lease: the database held it for {@code term} from a moment after {@code askedAt}. */
    public Lease renewed(long askedAt, Duration term) {
        long until = askedAt + term.toNanos();
        return expiresAtNanos != null && expiresAtNanos - until >= 0 ? this : new Lease(incarnation, until);
    }

    /** Returns true if the lease is current. Nanosecond clocks may wrap: only differences count. */
    public boolean isCurrent(long now) {
        return expiresAtNanos != null && expiresAtNanos - now > 0;
    }
}
