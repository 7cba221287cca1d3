package dev.agenthost.platform.kafka;

/**
 * The progress of a consumer in a partition, from one assignment to the next: a batch that outlives its assignment does not change the
 * progress of a later one.
 */
final class PartitionProgress {
    private long stored;
    private long settled;

    /** @param stored the applied offset in the database, at which the consumer starts */
    PartitionProgress(long stored) {
        this.stored = stored;
        this.settled = stored;
    }

    /** Returns the applied offset in the database, as far as this replica has read it. */
    synchronized long stored() {
        return stored;
    }

    /** Returns the first offset that is not applied, skipped or dead-lettered. */
    synchronized long settled() {
        return settled;
    }

    synchronized void storedAt(long next) {
        stored = Math.max(stored, next);
        settled = Math.max(settled, next);
    }

    synchronized void settledAt(long next) {
        settled = Math.max(settled, next);
    }
}
