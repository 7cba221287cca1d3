package dev.agenthost.protocol.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The position of a result in its run; a later attempt is after all of an earlier one. Written {@code attempt-sequence}. */
public record StreamPosition(int attempt, long sequence) implements Comparable<StreamPosition> {
    /** The position before every result. */
    public static final StreamPosition NONE = new StreamPosition(0, 0);

    private static final Comparator<StreamPosition> ORDER =
            Comparator.comparingInt(StreamPosition::attempt).thenComparingLong(StreamPosition::sequence);
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

    public StreamPosition {
        Fields.within(attempt, 0, Integer.MAX_VALUE, "attempt");
        Fields.within(sequence, 0, Long.MAX_VALUE, "sequence");
    }

    /** Reads what {@link #toString()} writes; anything else is an {@link IllegalArgumentException}. */
    @JsonCreator
    public static StreamPosition parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new InvalidFieldException("", "must have the form attempt-sequence");
        }
        return new StreamPosition(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2)));
    }

    public boolean isAfter(StreamPosition other) {
        return compareTo(other) > 0;
    }

    @Override
    public int compareTo(StreamPosition other) {
        return ORDER.compare(this, other);
    }

    @Override
    @JsonValue
    public String toString() {
        return attempt + "-" + sequence;
    }
}
