package dev.agenthost.context.offset;

import dev.agenthost.protocol.topic.RecordPosition;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The next offset of each partition, as far as this replica knows. What it knows is true and may be less than the database
 * has: another replica may have gone on.
 */
public final class AppliedOffsets {
    private final Map<PartitionRef, Long> next = new ConcurrentHashMap<>();

    /** The first offset that is not known to be applied. */
    public long next(PartitionRef partition) {
        return next.getOrDefault(partition, 0L);
    }

    public boolean isApplied(RecordPosition position) {
        return next(new PartitionRef(position.topic(), position.partition())) > position.offset();
    }

    /** Learns what the database has; it never moves back. */
    public void learn(PartitionRef partition, long nextOffset) {
        next.merge(partition, nextOffset, Math::max);
    }

    public void learn(Map<PartitionRef, Long> known) {
        known.forEach(this::learn);
    }
}
