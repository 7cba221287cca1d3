package dev.agenthost.platform.observability;

/**
 * The progress of a consumer in a partition.
 *
 * @param committed the next offset to process: every earlier record is processed
 * @param end the next offset to be written
 */
public record PartitionLag(String topic, int partition, long committed, long end) {
    /** Returns the number of unprocessed records. */
    public long lag() {
        return Math.max(0, end - committed);
    }
}
