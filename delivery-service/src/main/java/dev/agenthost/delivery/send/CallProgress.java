package dev.agenthost.delivery.send;

import org.jspecify.annotations.Nullable;

/**
 * The calls of a part on a surface that shows it by several calls, in order. It is stored before and after each call, so that after a
 * crash one call alone is in doubt: the next one, if it has begun.
 *
 * <pre>
 *  next ──begun──► in doubt ──answered──► next
 *   ▲                 │  └────left──────► next   (counted as unknown)
 *   └────notMade──────┘
 * </pre>
 *
 * @param answered number of calls that are answered or left
 * @param hasBegun true if the next call has begun and may have had its effect
 * @param unknown number of calls that were left in doubt
 * @param messageId the platform's id of the first message; null before it is known
 */
public record CallProgress(
        int answered,
        boolean hasBegun,
        int unknown,
        @Nullable String messageId) {
    public static final CallProgress NONE = new CallProgress(0, false, 0, null);

    public CallProgress {
        if (unknown < 0 || unknown > answered) {
            throw new IllegalArgumentException("unknown " + unknown + " of " + answered + " calls");
        }
    }

    /** Returns the progress before the next call is made. */
    public CallProgress begun() {
        return new CallProgress(answered, true, unknown, messageId);
    }

    /** Returns the progress after a call that certainly had no effect. */
    public CallProgress notMade() {
        return new CallProgress(answered, false, unknown, messageId);
    }

    /** @param id of the message that the call sent; null for none */
    public CallProgress answered(@Nullable String id) {
        return new CallProgress(answered + 1, false, unknown, messageId == null ? id : messageId);
    }

    /** Returns the progress after a call in doubt that is not repeated. */
    public CallProgress left() {
        return new CallProgress(answered + 1, false, unknown + 1, messageId);
    }
}
