package dev.agenthost.gateway.inbound.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.gateway.publication.EventLog;
import dev.agenthost.gateway.raw.RawAnswer;
import dev.agenthost.gateway.raw.RawKeeper;
import dev.agenthost.gateway.raw.RawStore;
import dev.agenthost.protocol.entrance.Bodies;
import dev.agenthost.protocol.entrance.Origin;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.inbound.Adapters;
import dev.agenthost.protocol.inbound.InboundReader;
import dev.agenthost.protocol.store.raw.RawKept;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A batch of two adapters, without a broker. */
class AdapterRecordsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final AtomicInteger asked = new AtomicInteger();
    private final List<EventEnvelope> published = new CopyOnWriteArrayList<>();
    private final List<Integer> askedBefore = new CopyOnWriteArrayList<>();
    private RawStore store = put -> {
        asked.incrementAndGet();
        return CompletableFuture.completedFuture(
                new RawAnswer.Told(new RawKept(put.eventId().toString())));
    };
    private EventLog log = (event, traceparent) -> {
        askedBefore.add(asked.get());
        published.add(event);
        return CompletableFuture.completedFuture(null);
    };

    @Test
    void aBatchIsReadASliceAtATime() {
        CompletableFuture<Void> served = serve(batch(Map.of("hot", 100)));

        assertThat(served).succeedsWithin(Duration.ofSeconds(20));
        assertThat(askedBefore.get(0)).isEqualTo(32);
        assertThat(askedBefore.get(32)).isEqualTo(64);
        assertThat(askedBefore.get(99)).isEqualTo(100);
        assertThat(published).hasSize(100).allMatch(event -> event.rawRef() != null);
        assertThat(published)
                .extracting(event -> event.subject().subjectId())
                .containsExactlyElementsOf(java.util.stream.IntStream.range(0, 100)
                        .mapToObj(i -> "hot-" + i)
                        .toList());
    }

    @Test
    void oneAdaptersPayloadsHoldUpNoOthersEvents() {
        CompletableFuture<RawAnswer> silence = new CompletableFuture<>();
        store = put -> put.workspaceId().equals("of-hot")
                ? silence
                : CompletableFuture.completedFuture(
                        new RawAnswer.Told(new RawKept(put.eventId().toString())));

        CompletableFuture<Void> served = serve(batch(Map.of("hot", 200, "quiet", 40)));

        Awaitility.await().until(() -> published.size() == 40);
        assertThat(published).allMatch(event -> event.workspaceId().equals("of-quiet"));
        assertThat(served).isNotDone();
        silence.complete(new RawAnswer.NoRoom());
        assertThat(served).succeedsWithin(Duration.ofSeconds(20));
        assertThat(published).hasSize(240);
    }

    @Test
    void whatKafkaDidNotTakeIsTriedAgainInItsPlaceAndNothingOvertakesIt() {
        AtomicInteger calls = new AtomicInteger();
        EventLog patient = log;
        log = (event, traceparent) -> calls.incrementAndGet() == 40
                ? CompletableFuture.failedFuture(new IllegalStateException("away"))
                : patient.publish(event, traceparent);

        assertThat(serve(batch(Map.of("hot", 64)))).succeedsWithin(Duration.ofSeconds(20));

        List<String> order =
                published.stream().map(event -> event.subject().subjectId()).toList();
        assertThat(order.subList(0, 32)).doesNotContain("hot-32");
        assertThat(new ArrayList<>(order.subList(32, 39))).first().isEqualTo("hot-32");
        assertThat(order.subList(39, 71)).first().isEqualTo("hot-32");
        assertThat(order).last().isEqualTo("hot-63");
        assertThat(order).hasSize(71);
    }

    private CompletableFuture<Void> serve(ConsumerRecords<byte[], byte[]> batch) {
        Adapters adapters = new Adapters(Map.of(
                "hot", Origin.adapter("hot", "of-hot", Set.of("*")),
                "quiet", Origin.adapter("quiet", "of-quiet", Set.of("*"))));
        AdapterRecords records = new AdapterRecords(
                new InboundReader(adapters),
                new RawKeeper(Optional.of(store), PATIENCE, InstantSource.system(), outcome -> {}),
                (event, traceparent) -> log.publish(event, traceparent),
                (receipt, traceparent) -> CompletableFuture.completedFuture(null),
                new DeadLetters(new MockProducer<>(), null, (topic, reason) -> {}),
                InstantSource.system());
        return new InboundConsumer(records).consume(batch).subscribeAsCompletionStage();
    }

    private static ConsumerRecords<byte[], byte[]> batch(Map<String, Integer> adapters) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> all = new HashMap<>();
        adapters.forEach((adapter, count) -> {
            String topic = "agent.inbound." + adapter;
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                var body = Bodies.shortForm(adapter + "-" + i);
                body.putObject("raw").put("i", i);
                records.add(
                        new ConsumerRecord<>(topic, 0, i, null, body.toString().getBytes(StandardCharsets.UTF_8)));
            }
            all.put(new TopicPartition(topic, 0), records);
        });
        return new ConsumerRecords<>(all, Map.of());
    }
}
