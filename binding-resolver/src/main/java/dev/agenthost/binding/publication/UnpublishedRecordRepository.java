package dev.agenthost.binding.publication;

import io.smallrye.mutiny.Uni;

/** A store with records that are not marked as published. */
public interface UnpublishedRecordRepository {
    /**
     * Publishes the oldest of them, byte for byte and in order, and notes it. Only one replica at a time does; the others answer 0.
     *
     * @return how many went out
     */
    Uni<Integer> publishOldest(int limit, RecordPublisher publisher);
}
