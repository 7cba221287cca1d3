package dev.agenthost.gateway.deadletter;

import dev.agenthost.protocol.topic.RecordPosition;
import java.util.List;
import java.util.Optional;

/**
 * The dead-letter topics and their marks, for one request and one thread. Each method fails with
 * {@link DeadLettersUnavailableException} if the broker does not answer in time.
 */
public interface DeadLetterLog extends AutoCloseable {

    /** Opens a log for one request. */
    interface Factory {
        DeadLetterLog open();
    }

    /** The offsets of one partition. */
    record Extent(int partition, long begin, long end) {}

    /** Returns the dead-letter topics of Agent Host that exist, by name. */
    List<DeadLetterTopic> topics();

    /** Returns the partitions of a topic in their order, as of the first call; empty if there is no such topic. */
    List<Extent> extents(DeadLetterTopic topic);

    /** Returns the records from an offset up to another, excluded, in their order. */
    List<DeadLetterRecord> read(DeadLetterTopic topic, int partition, long from, long to);

    /** Returns a record with its content; empty if there is none at this position. */
    Optional<DeadLetterContent> content(DeadLetterTopic topic, RecordPosition position);

    /** Returns the marks that the broker has now. A later call sees later marks in the same object. */
    RedriveMarks marks();

    @Override
    void close();
}
