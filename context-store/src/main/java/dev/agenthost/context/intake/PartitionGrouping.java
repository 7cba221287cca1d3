package dev.agenthost.context.intake;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Many records at once are applied side by side, in two transactions: whole partitions go to the one or the other, so each partition keeps
 * its order, and a conversation, which has one partition, is written by one of them. Few records are cheapest together.
 */
public final class PartitionGrouping {
    /** So many are worth a transaction of their own. */
    public static final int WORTH_ONE = 100;

    private PartitionGrouping() {}

    /** One or two, none of them empty; the records of each in the order in which they came. */
    public static List<List<IncomingRecord>> of(List<IncomingRecord> records) {
        if (records.size() < 2 * WORTH_ONE) {
            return List.of(records);
        }
        Map<Integer, List<IncomingRecord>> partitions = new LinkedHashMap<>();
        for (IncomingRecord record : records) {
            partitions
                    .computeIfAbsent(record.position().partition(), any -> new ArrayList<>())
                    .add(record);
        }
        if (partitions.size() == 1) {
            return List.of(records);
        }
        List<IncomingRecord> one = new ArrayList<>();
        List<IncomingRecord> other = new ArrayList<>();
        partitions.values().stream()
                .sorted(Comparator.comparingInt((List<IncomingRecord> some) -> some.size())
                        .reversed())
                .forEach(some -> (one.size() <= other.size() ? one : other).addAll(some));
        return List.of(one, other);
    }
}
