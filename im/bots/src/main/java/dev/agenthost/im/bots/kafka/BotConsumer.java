package dev.agenthost.im.bots.kafka;

import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.kafka.CompactedRecord;
import dev.agenthost.platform.kafka.CompactedTopicConsumer;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.topic.Topics;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/** Reads {@code agent.bots} into the registry. While the topic is read again after a failure, a bot may be as an earlier record has it. */
public final class BotConsumer implements CompactedTopicConsumer.Reader, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(BotConsumer.class);
    private static final CompactedRecord<BotRegistration> RECORD =
            new CompactedRecord<>("bot", BotRegistration.class, BotRegistration::recordKey);

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
        RECORD.read(record).ifPresent(bots::take);
    }

    @Override
    public void complete() {
        bots.complete();
        LOG.info("all bots are read");
    }
}
