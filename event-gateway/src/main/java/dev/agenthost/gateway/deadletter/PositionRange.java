package dev.agenthost.gateway.deadletter;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.topic.RecordPosition;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Offsets of a partition, written {@code 0@5}, {@code 0@5-9} (both included) or {@code 0@5-} (up to the end), optionally after
 * {@code topic/}.
 */
public record PositionRange(int partition, long first, long last) {
    private static final Pattern TEXT =
            Pattern.compile("(?:([A-Za-z0-9._-]{1,249})/)?(\\d{1,9})@(\\d{1,18})(?:(-)(\\d{1,18})?)?");

    /** @throws InvalidFieldException with the field's name */
    public static PositionRange parse(String text, DeadLetterTopic topic, String field) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new InvalidFieldException(field, "is no position: write 0@5, 0@5-9 or 0@5-");
        }
        if (parts.group(1) != null && !parts.group(1).equals(topic.name())) {
            throw new InvalidFieldException(field, "is of another topic than " + topic.name());
        }
        long first = Long.parseLong(parts.group(3));
        long last = parts.group(4) == null
                ? first
                : parts.group(5) == null ? Long.MAX_VALUE : Long.parseLong(parts.group(5));
        if (last < first) {
            throw new InvalidFieldException(field, "ends before it begins");
        }
        return new PositionRange(Integer.parseInt(parts.group(2)), first, last);
    }

    public boolean includes(RecordPosition position) {
        return position.partition() == partition && position.offset() >= first && position.offset() <= last;
    }
}
