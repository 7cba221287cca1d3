package dev.agenthost.binding.resolution.kafka;

import dev.agenthost.binding.resolution.TakeoverRegistry;
import dev.agenthost.platform.kafka.CompactedRecord;
import dev.agenthost.platform.kafka.CompactedTopicConsumer;
import dev.agenthost.protocol.delivery.ConversationTakeover;
import dev.agenthost.protocol.topic.Topics;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/** Reads {@code agent.takeovers} into the registry. No component waits for it: parts of runs that start meanwhile are withheld. */
public final class TakeoverConsumer implements CompactedTopicConsumer.Reader, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(TakeoverConsumer.class);
    private static final CompactedRecord<ConversationTakeover> RECORD =
            new CompactedRecord<>("takeover", ConversationTakeover.class, ConversationTakeover::recordKey);

    private final TakeoverRegistry takeovers;
    private final CompactedTopicConsumer topic;

    /** @param broker the client settings of Kafka */
    public TakeoverConsumer(Map<String, Object> broker, TakeoverRegistry takeovers) {
        this.takeovers = takeovers;
        this.topic = new CompactedTopicConsumer(broker, Topics.TAKEOVERS, "takeovers", this);
    }

    public void start() {
        topic.start();
    }

    @Override
    public void close() {
        topic.close();
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        RECORD.read(record).ifPresent(takeover -> takeovers.take(takeover, Instant.now()));
    }

    @Override
    public void complete() {
        LOG.debug("all takeovers are read");
    }
}
