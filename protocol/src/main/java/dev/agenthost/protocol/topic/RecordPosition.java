package dev.agenthost.protocol.topic;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The position of a record, written {@code topic/partition@offset}; read-after-write requests carry it. */
public record RecordPosition(String topic, int partition, long offset) {
    private static final Pattern TEXT = Pattern.compile("([A-Za-z0-9._-]{1,249})/(\\d{1,9})@(\\d{1,18})");

    public RecordPosition {
        Fields.text(topic, "topic");
        Fields.within(partition, 0, Integer.MAX_VALUE, "partition");
        Fields.within(offset, 0, Long.MAX_VALUE, "offset");
    }

    /** Reads what {@link #toString()} writes; anything else is an {@link IllegalArgumentException}. */
    @JsonCreator
    public static RecordPosition parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new InvalidFieldException("", "must have the form topic/partition@offset");
        }
        return new RecordPosition(parts.group(1), Integer.parseInt(parts.group(2)), Long.parseLong(parts.group(3)));
    }

    @Override
    @JsonValue
    public String toString() {
        return topic + "/" + partition + "@" + offset;
    }
}
