package dev.agenthost.gateway.deadletter;

import dev.agenthost.gateway.deadletter.RedriveOutcome.Kind;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.RedriveMark;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides for each selected dead letter whether it can go back. */
final class RedrivePlan {
    private RedrivePlan() {}

    /**
     * @param marks of the moment at which the dead letters were selected
     * @param partitions of the original topic
     */
    static List<RedriveOutcome> of(List<DeadLetterRecord> records, RedriveMarks marks, int partitions) {
        return records.stream()
                .map(record -> new RedriveOutcome(
                        record,
                        kind(record.origin(), partitions),
                        marks.of(record).map(RedriveMark::number).orElse(0) + 1,
                        null))
                .toList();
    }

    private static Kind kind(@Nullable RecordPosition origin, int partitions) {
        if (origin == null) {
            return Kind.NO_ORIGIN;
        }
        return origin.partition() < partitions ? Kind.PLANNED : Kind.NO_PARTITION;
    }
}
