package dev.agenthost.platform.observability;

/**
 * How far the consumer of a partition is.
 *
 * @param committed the next offset to be worked on: everything before it is done
 * @param end the next offset to be written
 */
public record PartitionLag(String topic, int partition, long committed, long end) {
    /** Records that are there and not done. */
    public long lag() {
        return Math.max(0, end - committed);
    }
}
