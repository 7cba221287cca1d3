package dev.agenthost.context.intake;

import dev.agenthost.context.event.LogEntry;
import dev.agenthost.context.offset.AppliedOffsets;
import dev.agenthost.context.offset.PartitionRef;
import dev.agenthost.context.run.ReadResults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is written in one transaction: rows, and how the offsets move.
 *
 * @param advances for each partition from where to where; the database moves it only from there
 */
public record Batch(Map<PartitionRef, Advance> advances, List<LogEntry> entries, List<ReadResults> results) {
    /** From the expected next offset to the new one. */
    public record Advance(long expected, long next) {}

    /** Of records in the order of their partitions; those that were applied before are left out. */
    public static Batch of(List<Taken> records, AppliedOffsets known) {
        Map<PartitionRef, Advance> advances = new LinkedHashMap<>();
        List<LogEntry> entries = new ArrayList<>();
        List<ReadResults> results = new ArrayList<>();
        for (Taken taken : records) {
            PartitionRef partition = partition(taken);
            long offset = taken.origin().position().offset();
            long expected = known.next(partition);
            if (offset < expected) {
                continue;
            }
            advances.put(partition, new Advance(expected, offset + 1));
            switch (taken.reading()) {
                case Reading.Entry(LogEntry entry) -> entries.add(entry);
                case Reading.Results(ReadResults read) -> results.add(read);
                case Reading.PassedOver() -> {}
                case Reading.DeadLetter ignored -> {}
            }
        }
        return new Batch(advances, entries, results);
    }

    /** Where that record came from. */
    public static PartitionRef partition(Taken taken) {
        return new PartitionRef(
                taken.origin().position().topic(), taken.origin().position().partition());
    }

    public boolean isEmpty() {
        return advances.isEmpty();
    }
}
