package dev.agenthost.platform.kafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The moves of applied offsets in the transaction of one batch of one topic. Moves never pass an open record, which is neither applied, nor
 * skipped, nor dead-lettered.
 */
final class BatchOffsets {
    private final String topic;
    private final Map<Integer, PartitionProgress> progress;
    private final Map<Integer, Long> ends = new HashMap<>();

    BatchOffsets(AppliedOffsetRegistry offsets, List<ConsumerRecord<byte[], byte[]>> records) {
        topic = records.isEmpty() ? "" : records.getFirst().topic();
        progress = offsets.of(topic);
        records.forEach(record -> ends.merge(record.partition(), record.offset() + 1, Math::max));
    }

    /** Returns the moves for the transaction after which these records of the batch are still open, and all others are not. */
    List<OffsetAdvance> advances(Collection<ConsumerRecord<byte[], byte[]>> open) {
        Map<Integer, Long> next = new HashMap<>(ends);
        open.forEach(record -> next.merge(record.partition(), record.offset(), Math::min));
        return advances(next);
    }

    /** Returns the moves over the records of earlier batches alone. */
    List<OffsetAdvance> earlier() {
        return advances(Map.of());
    }

    private List<OffsetAdvance> advances(Map<Integer, Long> next) {
        List<OffsetAdvance> advances = new ArrayList<>();
        progress.forEach((partition, known) -> {
            long settled = known.settled();
            if (next.containsKey(partition) || settled > known.stored()) {
                advances.add(new OffsetAdvance(
                        topic, partition, known.stored(), Math.max(settled, next.getOrDefault(partition, 0L))));
            }
        });
        return advances;
    }

    /** Records that the database has the moves. */
    void stored(List<OffsetAdvance> advances) {
        advances.forEach(advance ->
                Objects.requireNonNull(progress.get(advance.partition())).storedAt(advance.next()));
    }

    /** Records that no record of the batch is open: the next transaction moves the offsets over those that this batch did not pass. */
    void settled() {
        ends.forEach((partition, end) -> {
            PartitionProgress known = progress.get(partition);
            if (known != null) {
                known.settledAt(end);
            }
        });
    }
}
