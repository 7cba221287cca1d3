package dev.agenthost.gateway.deadletter;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of a topic that a request is about.
 *
 * @param reason null for every reason
 * @param status null for every status
 * @param ranges empty for every position
 */
public record DeadLetterFilter(
        DeadLetterScope scope,
        @Nullable String reason,
        @Nullable RedriveStatus status,
        List<PositionRange> ranges) {

    public DeadLetterFilter {
        if (reason != null
                && !reason.equals(DeadLetterRecord.UNKNOWN_REASON)
                && WireName.find(DeadLetterReason.class, reason).isEmpty()) {
            throw new InvalidFieldException("reason", "is no reason of a dead letter");
        }
        ranges = List.copyOf(ranges);
    }

    /** Returns the filter for all that a caller may see. */
    public static DeadLetterFilter all(DeadLetterScope scope) {
        return new DeadLetterFilter(scope, null, null, List.of());
    }

    public boolean includes(DeadLetterRecord record, RedriveMarks marks) {
        return scope.includes(record)
                && (reason == null || reason.equals(record.reason()))
                && (ranges.isEmpty() || ranges.stream().anyMatch(range -> range.includes(record.position())))
                && (status == null || status == marks.status(record));
    }

    /** Returns the first offset of a partition that can match, from {@code begin} on. */
    public long first(int partition, long begin) {
        return ranges.isEmpty()
                ? begin
                : ranges.stream()
                        .filter(range -> range.partition() == partition)
                        .mapToLong(range -> Math.max(begin, range.first()))
                        .min()
                        .orElse(Long.MAX_VALUE);
    }

    /** Returns the offset after the last that can match, up to {@code end}. */
    public long end(int partition, long end) {
        return ranges.isEmpty()
                ? end
                : ranges.stream()
                        .filter(range -> range.partition() == partition)
                        .mapToLong(range -> range.last() >= end ? end : range.last() + 1)
                        .max()
                        .orElse(0);
    }
}
