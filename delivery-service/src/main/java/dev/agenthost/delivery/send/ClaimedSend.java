package dev.agenthost.delivery.send;

import dev.agenthost.platform.lease.Incarnation;
import java.time.Duration;
import java.time.Instant;

/**
 * A send that this process may make now.
 *
 * @param owner whose lease the claim hangs on
 * @param epoch of the claim; what was written under an older one is refused
 * @param attempts how many claims there were, this one included
 * @param createdAt when the part came to be, on the database's clock: the same at each repetition
 * @param age since the part came to be, on the database's clock
 * @param staleAt reading of this process's monotonic clock ({@link System#nanoTime()}) after which the claim may be another's
 */
public record ClaimedSend(
        Send send, Incarnation owner, int epoch, int attempts, Instant createdAt, Duration age, long staleAt) {

    /** False for an owner that was paused past its claim: it must not send. */
    public boolean isCurrent(long nanoTime) {
        return staleAt - nanoTime > 0;
    }
}
