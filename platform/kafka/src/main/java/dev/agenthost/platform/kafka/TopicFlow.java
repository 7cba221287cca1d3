package dev.agenthost.platform.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Acknowledges, pauses and resumes single topics of a channel whose topics do not wait for one another. Such a channel needs {@code
 * pause-if-no-requests=false}: the connector would resume the paused topics.
 */
public interface TopicFlow {
    /** Moves the position of each record's partition behind it. The records of a partition are acknowledged in their order. */
    void acknowledge(String channel, Iterable<ConsumerRecord<byte[], byte[]>> records);

    /** Fetches no further records of the topic, until it is resumed or its partitions are assigned anew. */
    void pause(String channel, String topic);

    /** Fetches the topic again. */
    void resume(String channel, String topic);
}
