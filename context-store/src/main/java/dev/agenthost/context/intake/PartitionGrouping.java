package dev.agenthost.context.intake;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Splits a large batch into two groups for two parallel transactions. The records of a partition stay in one group, so each partition keeps
 * its order and a conversation, which has one partition, is written by one transaction. A small batch stays in one group.
 */
public final class PartitionGrouping {
    /** The fewest records that justify a transaction of their own. */
    public static final int WORTH_ONE = 100;

    private PartitionGrouping() {}

    /** Returns one or two groups, none of them empty, each with its records in their order of arrival. */
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
