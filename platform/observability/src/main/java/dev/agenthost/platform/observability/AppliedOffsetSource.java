package dev.agenthost.platform.observability;

/** How far a service is that keeps its offsets with its data: to it, what it committed to Kafka is only for onlookers. */
public interface AppliedOffsetSource {
    /** The first offset of the partition that is not known to be done; 0 where nothing is known. */
    long next(String topic, int partition);
}
