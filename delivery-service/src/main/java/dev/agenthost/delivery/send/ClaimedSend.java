package dev.agenthost.delivery.send;

import dev.agenthost.platform.lease.Incarnation;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A send that this process has claimed.
 *
 * @param owner incarnation whose lease the claim depends on
 * @param epoch of the claim; a write under an older epoch is refused
 * @param attempts number of claims, this one included
 * @param createdAt creation of the part on the database's clock, the same at each repetition
 * @param age since the part was created, on the database's clock
 * @param calls calls of the part that earlier claims made
 * @param isWithheld true if an operator has taken the conversation over: no call may begin
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
        boolean isWithheld,
        long staleAt) {
    private static final String TAKEN_OVER = "An operator has taken the conversation over";

    /** Returns false for an owner that was paused past its claim: it must not send. */
    public boolean isCurrent(long nanoTime) {
        return staleAt - nanoTime > 0;
    }

    /** Returns the result of a withheld send, which no call is made for; empty for any other. */
    public Optional<SurfaceCallResult> withheldResult() {
        if (!isWithheld) {
            return Optional.empty();
        }
        boolean mayBeShown = send.destination().recordsCalls() ? hasCalled() : attempts > 1;
        return Optional.of(
                mayBeShown
                        ? new SurfaceCallResult.PartlyUnknown(
                                RejectionCode.TAKEN_OVER,
                                TAKEN_OVER + "; some of the part was or may have been sent before")
                        : new SurfaceCallResult.NotSendable(RejectionCode.TAKEN_OVER, TAKEN_OVER));
    }

    private boolean hasCalled() {
        return calls.hasBegun() || calls.answered() > 0 || calls.piece() > 0;
    }
}
