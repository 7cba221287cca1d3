package dev.agenthost.binding.publication;

import io.smallrye.mutiny.Uni;

/** A store with records that are not marked as published. */
public interface UnpublishedRecordRepository {
    /**
     * Publishes the oldest records unchanged and in order, then marks them. Only one replica publishes at a time; others return 0.
     *
     * @return published records
     */
    Uni<Integer> publishOldest(int limit, RecordPublisher publisher);
}
