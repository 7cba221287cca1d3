package dev.agenthost.delivery.send;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How one call to a surface ended. */
public sealed interface SurfaceCallResult {

    /**
     * The surface answered.
     *
     * @param status HTTP status
     * @param retryAfter how long it asks us to wait; null where it does not
     */
    record Answered(int status, @Nullable Duration retryAfter) implements SurfaceCallResult {}

    /** A topic has it: whoever reads it tells later what became of it. */
    record Taken() implements SurfaceCallResult {}

    /**
     * The call left, or may have left, and no answer came.
     *
     * @param whenTooOld what it is called when it is given up
     */
    record NoAnswer(String why, RejectionCode whenTooOld) implements SurfaceCallResult {}

    /** The call was not made: in the last moment before it the claim was no longer sure to be ours. */
    record Withheld() implements SurfaceCallResult {}

    /** The call was not made: our own settings or rules forbid it, and will the next time. */
    record NotSendable(RejectionCode code, String detail) implements SurfaceCallResult {}
}
