package dev.agenthost.context.eventlog;

import dev.agenthost.protocol.topic.RecordPosition;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The next offset of each partition as known to this replica. The database may have a higher one, because another replica may have
 * continued.
 */
public final class AppliedOffsets {
    private final Map<PartitionRef, Long> next = new ConcurrentHashMap<>();
    private CompletableFuture<Void> change = new CompletableFuture<>();

    /** Returns the first offset that is not known to be applied. */
    public long next(PartitionRef partition) {
        return next.getOrDefault(partition, 0L);
    }

    public boolean isApplied(RecordPosition position) {
        return next(new PartitionRef(position.topic(), position.partition())) > position.offset();
    }

    public boolean areApplied(Collection<RecordPosition> positions) {
        return positions.stream().allMatch(this::isApplied);
    }

    /** Updates an offset from the database; it never decreases. */
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
