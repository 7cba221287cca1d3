package dev.agenthost.platform.rest;

import dev.agenthost.protocol.error.InvalidFieldException;
import org.jspecify.annotations.Nullable;

/**
 * The requested page of a list; one more item is read, which shows that another page follows.
 *
 * @param after last item of the page before; null for the first
 */
public record PageRequest(int limit, @Nullable String after) {
    /** The most items of a page. */
    public static final int MOST = 100;

    private static final int USUAL = 50;

    /** @throws InvalidFieldException for an invalid limit */
    public static PageRequest of(@Nullable String limit, @Nullable String after) {
        return new PageRequest(limit(limit), after);
    }

    /**
     * Returns the number of items, or the default.
     *
     * @throws InvalidFieldException for an invalid number
     */
    public static int limit(@Nullable String text) {
        if (text == null) {
            return USUAL;
        }
        if (!text.matches("\\d{1,3}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MOST) {
            throw new InvalidFieldException("limit", "must be within 1 and " + MOST);
        }
        return Integer.parseInt(text);
    }

    public int limitAndOne() {
        return limit + 1;
    }
}
