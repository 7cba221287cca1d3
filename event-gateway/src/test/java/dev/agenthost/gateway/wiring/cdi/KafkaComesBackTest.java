package dev.agenthost.gateway.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.gateway.inbound.EventBodies;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.intake.kafka.KafkaEventProducer;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.kafka.KafkaSettings;
import dev.agenthost.testkit.kafka.LocalKafka;
import dev.agenthost.testkit.kafka.TopicSet;
import dev.agenthost.testkit.process.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that records of adapters during a broker outage are published afterwards: all of them, once, in order. */
class KafkaComesBackTest {

    @TempDir
    Path data;

    @Test
    void keepsTheOrderOverAnOutage() throws Exception {
        KafkaSettings settings = new KafkaSettings(data, FreePorts.next(), FreePorts.next());
        Map<String, Object> address = Map.of("bootstrap.servers", settings.bootstrapServers());
        List<CompletableFuture<Void>> sent = new ArrayList<>();

        LocalKafka broker = LocalKafka.start(settings);
        TopicSet.createWalk(broker.bootstrapServers());
        Producer<byte[], byte[]> producer = new KafkaWiring().patient(address);
        try {
            EventProducer events = new KafkaEventProducer(producer);
            for (int i = 0; i < 20; i++) {
                sent.add(publish(events, i));
            }
            CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
            broker.close();
            // Without a broker a send may block, so it runs on its own thread, as in the consumer.
            CompletableFuture<Void> during = CompletableFuture.runAsync(() -> {
                for (int i = 20; i < 40; i++) {
                    sent.add(publish(events, i));
                }
            });
            broker = LocalKafka.start(settings);
            during.get(60, TimeUnit.SECONDS);
            CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);

            assertThat(texts(address))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 40).mapToObj(Integer::toString).toList());
        } finally {
            producer.close(Duration.ZERO);
            broker.close();
        }
    }

    private static CompletableFuture<Void> publish(EventProducer events, int number) {
        EventEnvelope envelope = envelope(number);
        return events.publish(envelope, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                .toCompletableFuture();
    }

    private static EventEnvelope envelope(int number) {
        InboundMessage said =
                InboundMessage.bare(EventBodies.shortForm("e" + number).put("text", Integer.toString(number)), null);
        return ((NormalizationResult.Accepted)
                        EventNormalizer.normalise(said, EventOrigin.api("red"), "stand-in", Instant.now()))
                .envelope();
    }

    private static List<String> texts(Map<String, Object> address) {
        TopicPartition partition =
                new TopicPartition(Topics.EVENTS, envelope(0).conversationKey().partition());
        List<String> texts = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(address, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
                    texts.add(ProtocolCodec.decode(record.value(), EventEnvelope.class)
                            .input()
                            .text());
                }
                return consumer.position(partition) >= end;
            });
        }
        return texts;
    }
}
