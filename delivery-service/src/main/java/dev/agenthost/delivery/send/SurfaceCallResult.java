package dev.agenthost.delivery.send;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The outcome of one call to a surface. */
public sealed interface SurfaceCallResult {

    /**
     * The surface answered.
     *
     * @param status HTTP status
     * @param retryAfter the delay that it requests; null for none
     */
    record Answered(int status, @Nullable Duration retryAfter) implements SurfaceCallResult {}

    /** A topic has the part; the adapter that reads it sends a receipt later. */
    record Published() implements SurfaceCallResult {}

    /**
     * The call was or may have been sent, and no answer came.
     *
     * @param expiryCode code for a part that grows too old
     */
    record NoAnswer(String detail, RejectionCode expiryCode) implements SurfaceCallResult {}

    /** The call was not made, because this replica's claim was no longer certain just before it. */
    record Withheld() implements SurfaceCallResult {}

    /** The call was not made: the settings or rules of this service forbid it, and will the next time. */
    record NotSendable(RejectionCode code, String detail) implements SurfaceCallResult {}
}
