package dev.agenthost.delivery.stream.kafka;

import dev.agenthost.delivery.stream.ResultLogEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The last records of one partition, without a gap, up to a number of bytes. Used by one thread. */
final class RecentRecords {

    private final int limit;
    private final Deque<ConsumerRecord<byte[], byte[]>> records = new ArrayDeque<>();
    private long bytes;

    RecentRecords(int limit) {
        this.limit = limit;
    }

    void add(ConsumerRecord<byte[], byte[]> record) {
        records.addLast(record);
        bytes += cost(record);
        while (bytes > limit && !records.isEmpty()) {
            bytes -= cost(records.removeFirst());
        }
    }

    void clear() {
        records.clear();
        bytes = 0;
    }

    /** Offset of the oldest record here; {@code next} when there is none. */
    long from(long next) {
        return records.isEmpty() ? next : records.getFirst().offset();
    }

    List<ResultLogEntry> of(String runId) {
        List<ResultLogEntry> entries = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            ResultLogEntry entry =
                    RecordKeys.isOf(record, runId) ? ResultLogEntry.read(record.offset(), record.value()) : null;
            if (entry != null && entry.runId().equals(runId)) {
                entries.add(entry);
            }
        }
        return entries;
    }

    private static long cost(ConsumerRecord<byte[], byte[]> record) {
        return 64L + Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
    }
}
