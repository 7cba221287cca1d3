package dev.agenthost.platform.rest;

import dev.agenthost.protocol.error.InvalidFieldException;
import org.jspecify.annotations.Nullable;

/**
 * What was asked of a list; one more is read, to know whether there is more.
 *
 * @param after where the page before ended; null for the first
 */
public record PageRequest(int limit, @Nullable String after) {
    /** Most items of a page. */
    public static final int MOST = 100;

    private static final int USUAL = 50;

    /** @throws InvalidFieldException for a limit that is none */
    public static PageRequest of(@Nullable String limit, @Nullable String after) {
        return new PageRequest(limit(limit), after);
    }

    /**
     * The number of items, or the usual one.
     *
     * @throws InvalidFieldException for what is none
     */
    public static int limit(@Nullable String text) {
        if (text == null) {
            return USUAL;
        }
        if (!text.matches("\\d{1,3}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MOST) {
            throw new InvalidFieldException("limit", "is not within 1 and " + MOST);
        }
        return Integer.parseInt(text);
    }

    public int limitAndOne() {
        return limit + 1;
    }
}
