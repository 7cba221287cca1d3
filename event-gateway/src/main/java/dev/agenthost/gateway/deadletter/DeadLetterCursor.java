package dev.agenthost.gateway.deadletter;

import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place at which a page of dead letters ends, written {@code partition@offset}.
 *
 * @param offset the next page has smaller offsets of this partition, and all later partitions
 */
public record DeadLetterCursor(int partition, long offset) {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})@(\\d{1,18})");

    /** @throws InvalidFieldException for another text */
    public static DeadLetterCursor parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new InvalidFieldException("cursor", "is no cursor of this list");
        }
        return new DeadLetterCursor(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2)));
    }

    @Override
    public String toString() {
        return partition + "@" + offset;
    }
}
