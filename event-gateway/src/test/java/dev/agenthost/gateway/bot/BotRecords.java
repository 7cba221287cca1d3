package dev.agenthost.gateway.bot;

import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Records of {@code agent.bots}, as binding-resolver writes them. */
public final class BotRecords {
    private BotRecords() {}

    /** Registers a bot and waits until the service knows it. */
    public static void register(BotRegistry bots, BotRegistration bot) {
        send(bot.botId(), ProtocolCodec.encode(bot));
        Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> bots.of(bot.platform(), bot.botId())
                .isPresent());
    }

    public static void send(String key, byte @Nullable [] value) {
        try (var producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, KafkaTestBroker.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(Topics.BOTS, key, value));
        }
    }

    /** Waits until the refusals so far are counted: the next one has an audit record of its own. */
    public static void awaitCountedRefusals() {
        Awaitility.await().pollDelay(Duration.ofMillis(2_100)).until(() -> true);
    }
}
