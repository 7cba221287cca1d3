package dev.agenthost.delivery.send;

import dev.agenthost.platform.lease.Incarnation;
import java.time.Duration;
import java.time.Instant;

/**
 * A send that this process has claimed.
 *
 * @param owner incarnation whose lease the claim depends on
 * @param epoch of the claim; a write under an older epoch is refused
 * @param attempts number of claims, this one included
 * @param createdAt creation of the part on the database's clock, the same at each repetition
 * @param age since the part was created, on the database's clock
 * @param calls calls of the part that earlier claims made
 * @param staleAt reading of this process's monotonic clock ({@link System#nanoTime()}) after which the claim may be another's
 */
public record ClaimedSend(
        Send send,
        Incarnation owner,
        int epoch,
        int attempts,
        Instant createdAt,
        Duration age,
        CallProgress calls,
        long staleAt) {

    /** Returns false for an owner that was paused past its claim: it must not send. */
    public boolean isCurrent(long nanoTime) {
        return staleAt - nanoTime > 0;
    }
}
