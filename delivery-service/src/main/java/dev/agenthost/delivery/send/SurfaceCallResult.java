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

    /**
     * All calls of the part were accepted.
     *
     * @param messageId the platform's id of the first message; null if the platform returned none
     */
    record Shown(@Nullable String messageId) implements SurfaceCallResult {}

    /** All calls of the part were made, and some had no answer and must not be repeated. */
    record PartlyUnknown(RejectionCode code, String detail) implements SurfaceCallResult {}

    /** The surface refused the part for good. */
    record Refused(RejectionCode code, String detail) implements SurfaceCallResult {}

    /**
     * The surface has too many calls; this one had no effect and may be made again after the delay.
     *
     * @param expiryCode code for a part that grows too old
     */
    record Later(Duration after, RejectionCode expiryCode) implements SurfaceCallResult {}

    /** The call was not made, because this replica's claim was no longer certain just before it. */
    record Withheld() implements SurfaceCallResult {}

    /** The call was not made: the settings or rules of this service forbid it, and will the next time. */
    record NotSendable(RejectionCode code, String detail) implements SurfaceCallResult {}
}
