package dev.agenthost.delivery.send;

import org.jspecify.annotations.Nullable;

/**
 * The calls of a part on a surface that shows it by several calls, in order. It is stored before and after each call, so that after a
 * crash one call alone is in doubt: the next one, if it has begun.
 *
 * <pre>
 *  next ──begun──► in doubt ──done──► next
 *   ▲                 │  └────left──► next   (counted as unknown)
 *   ├────notMade──────┤
 *   └────divided──────┘
 * </pre>
 *
 * @param answered number of calls that are answered or left
 * @param hasBegun true if the next call has begun and may have had its effect
 * @param unknown number of calls that were left in doubt
 * @param messageId the platform's id of the first message; null before it is known
 * @param division how often the next call was divided into pieces, because the platform refused it
 * @param piece number of pieces of the next call that are answered or left
 */
public record CallProgress(
        int answered,
        boolean hasBegun,
        int unknown,
        @Nullable String messageId,
        int division,
        int piece) {
    public static final CallProgress NONE = new CallProgress(0, false, 0, null, 0, 0);

    public CallProgress {
        if (unknown < 0 || unknown > answered + piece) {
            throw new IllegalArgumentException("unknown " + unknown + " of " + answered + " calls");
        }
    }

    /** Returns the progress before the next call is made. */
    public CallProgress begun() {
        return new CallProgress(answered, true, unknown, messageId, division, piece);
    }

    /** Returns the progress after a call that certainly had no effect. */
    public CallProgress notMade() {
        return new CallProgress(answered, false, unknown, messageId, division, piece);
    }

    /** Returns the progress after a call that was refused and is made in pieces. */
    public CallProgress divided() {
        return new CallProgress(answered, false, unknown, messageId, division + 1, 0);
    }

    /** Returns the progress with a message that the call sent; the first one is kept. */
    public CallProgress shown(@Nullable String id) {
        return new CallProgress(answered, hasBegun, unknown, messageId == null ? id : messageId, division, piece);
    }

    /** @param hasMore true if further pieces of the call follow */
    public CallProgress done(boolean hasMore) {
        return next(unknown, hasMore);
    }

    /**
     * Returns the progress after a call in doubt that is not repeated.
     *
     * @param hasMore true if further pieces of the call follow
     */
    public CallProgress left(boolean hasMore) {
        return next(unknown + 1, hasMore);
    }

    private CallProgress next(int nowUnknown, boolean hasMore) {
        return hasMore
                ? new CallProgress(answered, false, nowUnknown, messageId, division, piece + 1)
                : new CallProgress(answered + 1, false, Math.min(nowUnknown, answered + 1), messageId, 0, 0);
    }
}
