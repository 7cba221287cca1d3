package dev.agenthost.binding.resolution.kafka;

import dev.agenthost.binding.resolution.TakeoverRegistry;
import dev.agenthost.platform.kafka.CompactedTopicConsumer;
import dev.agenthost.protocol.delivery.ConversationTakeover;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/** Reads {@code agent.takeovers} into the registry. No component waits for it: parts of runs that start meanwhile are withheld. */
public final class TakeoverConsumer implements CompactedTopicConsumer.Reader, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(TakeoverConsumer.class);

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
        if (record.key() == null || record.value() == null) {
            passOver(record, "the record has no key or no value");
            return;
        }
        try {
            ConversationTakeover takeover = ProtocolCodec.decode(record.value(), ConversationTakeover.class);
            if (takeover.recordKey().equals(new String(record.key(), StandardCharsets.UTF_8))) {
                takeovers.take(takeover, Instant.now());
            } else {
                passOver(record, "the record key differs from the conversation in the value");
            }
        } catch (UndecodableException e) {
            passOver(record, e.field() + " " + e.why());
        }
    }

    private static void passOver(ConsumerRecord<byte[], byte[]> record, String why) {
        LOG.errorf(
                "a record is no takeover and is passed over: topic=%s partition=%d offset=%d: %s",
                record.topic(), record.partition(), record.offset(), why);
    }

    @Override
    public void complete() {
        LOG.debug("all takeovers are read");
    }
}
