package dev.agenthost.context.intake;

import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.LogEntry;
import dev.agenthost.context.eventlog.PartitionRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows and offsets to write in one transaction.
 *
 * @param advances for each partition the offsets from which and to which it moves; the database moves it from no other
 */
public record Batch(Map<PartitionRef, Advance> advances, List<LogEntry> entries, List<RunResultsRecord> results) {
    /** Moves from the expected next offset to the new one. */
    public record Advance(long expected, long next) {}

    /** Makes a batch of records in the order of their partitions, without those that were applied before. */
    public static Batch of(List<IntakeRecord> records, AppliedOffsets known) {
        Map<PartitionRef, Advance> advances = new LinkedHashMap<>();
        List<LogEntry> entries = new ArrayList<>();
        List<RunResultsRecord> results = new ArrayList<>();
        for (IntakeRecord taken : records) {
            PartitionRef partition = partition(taken);
            long offset = taken.origin().position().offset();
            long expected = known.next(partition);
            if (offset < expected) {
                continue;
            }
            advances.put(partition, new Advance(expected, offset + 1));
            switch (taken.reading()) {
                case DecodedRecord.Entry(LogEntry entry) -> entries.add(entry);
                case DecodedRecord.Results(RunResultsRecord read) -> results.add(read);
                case DecodedRecord.PassedOver() -> {}
                case DecodedRecord.DeadLetter ignored -> {}
            }
        }
        return new Batch(advances, entries, results);
    }

    /** Returns the partition that the record came from. */
    public static PartitionRef partition(IntakeRecord taken) {
        return new PartitionRef(
                taken.origin().position().topic(), taken.origin().position().partition());
    }

    public boolean isEmpty() {
        return advances.isEmpty();
    }
}
