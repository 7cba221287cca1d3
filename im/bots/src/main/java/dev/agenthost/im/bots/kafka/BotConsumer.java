package dev.agenthost.im.bots.kafka;

import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.kafka.CompactedTopicConsumer;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/** Reads {@code agent.bots} into the registry. While the topic is read again after a failure, a bot may be as an earlier record has it. */
public final class BotConsumer implements CompactedTopicConsumer.Reader, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(BotConsumer.class);

    private final BotRegistry bots;
    private final CompactedTopicConsumer topic;

    /** @param broker the client settings of Kafka */
    public BotConsumer(Map<String, Object> broker, BotRegistry bots) {
        this.bots = bots;
        this.topic = new CompactedTopicConsumer(broker, Topics.BOTS, "bots", this);
    }

    public void start() {
        topic.start();
    }

    /** Ends the reading; the registry stays as it is. */
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
            BotRegistration bot = ProtocolCodec.decode(record.value(), BotRegistration.class);
            if (bot.recordKey().equals(new String(record.key(), StandardCharsets.UTF_8))) {
                bots.take(bot);
            } else {
                passOver(record, "the record key differs from the id in the value");
            }
        } catch (UndecodableException e) {
            passOver(record, e.field() + " " + e.why());
        }
    }

    private static void passOver(ConsumerRecord<byte[], byte[]> record, String why) {
        LOG.errorf(
                "a record is no bot and is passed over: topic=%s partition=%d offset=%d: %s",
                record.topic(), record.partition(), record.offset(), why);
    }

    @Override
    public void complete() {
        bots.complete();
        LOG.info("all bots are read");
    }
}
