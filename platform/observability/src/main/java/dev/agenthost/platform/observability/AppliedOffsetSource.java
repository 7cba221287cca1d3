package dev.agenthost.platform.observability;

/** The progress of a service that stores its offsets with its data; its commits to Kafka are for monitoring only. */
public interface AppliedOffsetSource {
    /** Returns the first offset of the partition that is not known to be processed; 0 if none is known. */
    long next(String topic, int partition);
}
