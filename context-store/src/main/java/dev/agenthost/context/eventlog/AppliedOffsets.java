package dev.agenthost.context.eventlog;

import dev.agenthost.protocol.topic.RecordPosition;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The next offset of each partition, as far as this replica knows. What it knows is true and may be less than the database
 * has: another replica may have gone on.
 */
public final class AppliedOffsets {
    private final Map<PartitionRef, Long> next = new ConcurrentHashMap<>();
    private CompletableFuture<Void> change = new CompletableFuture<>();

    /** The first offset that is not known to be applied. */
    public long next(PartitionRef partition) {
        return next.getOrDefault(partition, 0L);
    }

    public boolean isApplied(RecordPosition position) {
        return next(new PartitionRef(position.topic(), position.partition())) > position.offset();
    }

    public boolean areApplied(Collection<RecordPosition> positions) {
        return positions.stream().allMatch(this::isApplied);
    }

    /** Learns what the database has; it never moves back. */
    public void learn(PartitionRef partition, long nextOffset) {
        if (nextOffset > next(partition)) {
            next.merge(partition, nextOffset, Math::max);
            changed().complete(null);
        }
    }

    /** Forgets a partition whose topic was created again: its next offset is that of the new topic. */
    public void restart(PartitionRef partition, long nextOffset) {
        next.put(partition, nextOffset);
        changed().complete(null);
    }

    /** Completes when more is known than now. */
    synchronized CompletableFuture<Void> change() {
        return change.copy();
    }

    private synchronized CompletableFuture<Void> changed() {
        CompletableFuture<Void> changed = change;
        change = new CompletableFuture<>();
        return changed;
    }

    public void learn(Map<PartitionRef, Long> known) {
        known.forEach(this::learn);
    }
}
