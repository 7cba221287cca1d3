package dev.agenthost.gateway.intake.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.gateway.inbound.AdapterRegistry;
import dev.agenthost.gateway.inbound.EventBodies;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundReader;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.rawpayload.RawPayloadClient;
import dev.agenthost.gateway.rawpayload.RawPayloadResponse;
import dev.agenthost.gateway.rawpayload.RawPayloadWriter;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.platform.kafka.DeadLetterProducer;
import dev.agenthost.platform.kafka.RetryStatus;
import dev.agenthost.platform.kafka.TopicFlow;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.RawPayloadStored;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;

/** Batches of several adapters, without a broker. */
class AdapterRecordProcessorTest {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final List<ProducerRecord<byte[], byte[]>> letters = new CopyOnWriteArrayList<>();
    private final AtomicInteger faults = new AtomicInteger();
    private final Set<String> missing = ConcurrentHashMap.newKeySet();
    private final RetryStatus status = new RetryStatus();
    private final List<String> counted = new CopyOnWriteArrayList<>();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<EventEnvelope> published = new CopyOnWriteArrayList<>();
    private final List<Integer> askedBefore = new CopyOnWriteArrayList<>();
    private RawPayloadClient store = put -> {
        asked.incrementAndGet();
        return CompletableFuture.completedFuture(new RawPayloadResponse.Answered(
                new RawPayloadStored(put.eventId().toString())));
    };
    private EventProducer log = (event, traceparent) -> {
        askedBefore.add(asked.get());
        published.add(event);
        return CompletableFuture.completedFuture(null);
    };

    private final RecordingFlow flow = new RecordingFlow();
    private final InboundConsumer consumer = new InboundConsumer(processor(), flow);

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
                .containsExactlyElementsOf(
                        IntStream.range(0, 100).mapToObj(i -> "hot-" + i).toList());
    }

    @Test
    void oneAdaptersPayloadsHoldUpNoOthersEvents() {
        CompletableFuture<RawPayloadResponse> silence = new CompletableFuture<>();
        store = put -> put.workspaceId().equals("of-hot")
                ? silence
                : CompletableFuture.completedFuture(new RawPayloadResponse.Answered(
                        new RawPayloadStored(put.eventId().toString())));

        CompletableFuture<Void> served = serve(batch(Map.of("hot", 200, "quiet", 40)));

        Awaitility.await().until(() -> published.size() == 40);
        assertThat(published).allMatch(event -> event.workspaceId().equals("of-quiet"));
        assertThat(served).isNotDone();
        silence.complete(new RawPayloadResponse.NoRoom());
        assertThat(served).succeedsWithin(Duration.ofSeconds(20));
        assertThat(published).hasSize(240);
    }

    @Test
    void whatKafkaDidNotTakeIsTriedAgainInItsPlaceAndNothingOvertakesIt() {
        AtomicInteger calls = new AtomicInteger();
        EventProducer patient = log;
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

    @Test
    void anErrorInOneAdaptersHandlingHangsNobodyAndLosesNothing() {
        AtomicInteger broken = new AtomicInteger();
        EventProducer sound = log;
        log = (event, traceparent) -> {
            if (event.subject().subjectId().equals("hot-5") && broken.incrementAndGet() < 3) {
                throw new NoClassDefFoundError("as after a jar was replaced");
            }
            return sound.publish(event, traceparent);
        };

        CompletableFuture<Void> served = serve(batch(Map.of("hot", 40, "quiet", 40)));

        assertThat(served).succeedsWithin(Duration.ofSeconds(20));
        assertThat(broken).hasValue(3);
        assertThat(subjects("quiet")).isEqualTo(named("quiet", 40));
        assertThat(subjects("hot").stream().distinct()).isEqualTo(named("hot", 40));
        assertThat(subjects("hot")).last().isEqualTo("hot-39");
    }

    @Test
    void whatBreaksTheReaderIsSetAsideAndWhatFollowsGoesOn() {
        ConsumerRecords<byte[], byte[]> batch = batch(Map.of("hot", 40, "quiet", 10), 20, new StackOverflowError());

        assertThat(serve(batch)).succeedsWithin(Duration.ofSeconds(20));

        List<String> rest = new ArrayList<>(named("hot", 40));
        rest.remove("hot-20");
        assertThat(subjects("hot")).isEqualTo(rest);
        assertThat(subjects("quiet")).isEqualTo(named("quiet", 10));
        assertThat(letters).hasSize(1);
        ProducerRecord<byte[], byte[]> letter = letters.getFirst();
        assertThat(letter.topic()).isEqualTo("agent.inbound.hot.dlq");
        assertThat(new String(letter.value(), StandardCharsets.UTF_8)).contains("hot-20");
        assertThat(new String(
                        letter.headers().lastHeader(DeadLetterHeaders.REASON).value(), StandardCharsets.UTF_8))
                .isEqualTo("undecodable");
        assertThat(counted).containsExactly("agent.inbound.hot undecodable");
    }

    @Test
    void anErrorWhileADeadLetterIsSentIsRetried() {
        faults.set(2);

        assertThat(serve(batch(Map.of("unknown", 1)))).succeedsWithin(Duration.ofSeconds(20));

        assertThat(letters).hasSize(1);
        assertThat(counted).hasSize(1);
        assertThat(status.faults()).isEmpty();
    }

    @Test
    void anAdapterWhoseDeadLettersWaitHoldsUpNoLaterBatchOfAnother() {
        missing.add("agent.inbound.unknown.dlq");

        CompletableFuture<Void> first = serve(batch(Map.of("unknown", 2, "quiet", 40)));
        CompletableFuture<Void> second = serve(batch(Map.of("quiet", 3)));

        assertThat(second).succeedsWithin(Duration.ofSeconds(20));
        assertThat(first).isNotDone();
        assertThat(flow.acknowledged).hasSize(43).allMatch(record -> record.topic()
                .equals("agent.inbound.quiet"));
        Awaitility.await().until(() -> status.faults().containsKey("agent.inbound.unknown"));
        assertThat(status.faults()).containsOnlyKeys("agent.inbound.unknown");

        CompletableFuture<Void> behind = serve(batch(Map.of("unknown", 1)));
        missing.clear();
        assertThat(behind).succeedsWithin(Duration.ofSeconds(20));
        assertThat(first).isDone();
        assertThat(letters).hasSize(3);
        assertThat(flow.acknowledged).hasSize(46);
    }

    @Test
    void anAdapterIsPausedWhileMuchOfItWaits() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        log = (event, traceparent) -> gate;
        int most = (int) (AdapterLane.MOST_BYTES / 1024);

        CompletableFuture<Void> first = serve(batch(Map.of("hot", most / 2)));
        assertThat(flow.changes).isEmpty();
        serve(batch(Map.of("hot", most)));
        assertThat(flow.changes).containsExactly("pause agent.inbound.hot");
        CompletableFuture<Void> last = serve(batch(Map.of("hot", 1)));
        assertThat(first).isNotDone();

        gate.complete(null);
        assertThat(last).succeedsWithin(Duration.ofSeconds(60));
        assertThat(flow.changes)
                .containsExactly("pause agent.inbound.hot", "pause agent.inbound.hot", "resume agent.inbound.hot");
    }

    @Test
    void missingDeadLetterTopicsOfManyAdaptersHoldUpNoEventOfAnother() {
        Map<String, Integer> adapters = new HashMap<>();
        for (int i = 0; i < 6; i++) {
            adapters.put("unknown" + i, 1);
            missing.add("agent.inbound.unknown" + i + ".dlq");
        }
        CompletableFuture<Void> blocked = serve(batch(adapters));
        Awaitility.await().until(() -> status.faults().toString().contains("agent.inbound.unknown5.dlq"));

        // All slots are free again, though six adapters wait.
        assertThat(serve(batch(Map.of("quiet", 40)))).succeedsWithin(Duration.ofSeconds(20));
        assertThat(subjects("quiet")).isEqualTo(named("quiet", 40));
        assertThat(blocked).isNotDone();
        missing.clear();
        assertThat(blocked).succeedsWithin(Duration.ofSeconds(20));
        assertThat(letters).hasSize(6);
        assertThat(status.faults()).isEmpty();
    }

    private List<String> subjects(String adapter) {
        return published.stream()
                .map(event -> event.subject().subjectId())
                .filter(subject -> subject.startsWith(adapter))
                .toList();
    }

    private static List<String> named(String adapter, int many) {
        return IntStream.range(0, many).mapToObj(i -> adapter + "-" + i).toList();
    }

    private CompletableFuture<Void> serve(ConsumerRecords<byte[], byte[]> batch) {
        CompletableFuture<Void> acknowledged = new CompletableFuture<>();
        consumer.consume(Message.of(batch, () -> {
                    acknowledged.complete(null);
                    return CompletableFuture.completedFuture(null);
                }))
                .await()
                .atMost(Duration.ofSeconds(20));
        return acknowledged;
    }

    private AdapterRecordProcessor processor() {
        AdapterRegistry adapters = new AdapterRegistry(Map.of(
                "hot", EventOrigin.adapter("hot", "of-hot", Set.of("*")),
                "quiet", EventOrigin.adapter("quiet", "of-quiet", Set.of("*"))));
        return new AdapterRecordProcessor(
                new InboundReader(adapters),
                new RawPayloadWriter(Optional.of(put -> store.keep(put)), PATIENCE, System::nanoTime, outcome -> {}),
                (event, traceparent) -> log.publish(event, traceparent),
                (receipt, traceparent) -> CompletableFuture.completedFuture(null),
                new DeadLetterProducer(this::send, new ConsumerRetryPolicy(status), this::count),
                new ConsumerRetryPolicy(status),
                flow,
                InstantSource.system());
    }

    private void count(String topic, DeadLetterReason reason) {
        counted.add(topic + " " + reason.wire());
    }

    private Uni<Void> send(ProducerRecord<byte[], byte[]> letter) {
        if (faults.getAndDecrement() > 0) {
            return Uni.createFrom().failure(new NoClassDefFoundError("as a class that is missing"));
        }
        if (missing.contains(letter.topic())) {
            return Uni.createFrom().failure(new UnknownTopicOrPartitionException("missing"));
        }
        letters.add(letter);
        return Uni.createFrom().voidItem();
    }

    private static ConsumerRecords<byte[], byte[]> batch(Map<String, Integer> adapters) {
        return batch(adapters, -1, null);
    }

    /** @param breaking the record of each adapter's whose headers break whoever reads them first */
    private static ConsumerRecords<byte[], byte[]> batch(Map<String, Integer> adapters, int breaking, Error error) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> all = new HashMap<>();
        adapters.forEach((adapter, count) -> {
            String topic = "agent.inbound." + adapter;
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                var body = EventBodies.shortForm(adapter + "-" + i);
                body.putObject("raw").put("i", i);
                records.add(new ConsumerRecord<>(
                        topic,
                        0,
                        i,
                        ConsumerRecord.NO_TIMESTAMP,
                        TimestampType.NO_TIMESTAMP_TYPE,
                        ConsumerRecord.NULL_SIZE,
                        ConsumerRecord.NULL_SIZE,
                        null,
                        body.toString().getBytes(StandardCharsets.UTF_8),
                        i == breaking ? breakingOnce(error) : new RecordHeaders(),
                        Optional.empty()));
            }
            all.put(new TopicPartition(topic, 0), records);
        });
        return new ConsumerRecords<>(all, Map.of());
    }

    /** Remembers what is acknowledged, paused and resumed. */
    private static final class RecordingFlow implements TopicFlow {
        final List<ConsumerRecord<byte[], byte[]>> acknowledged = new CopyOnWriteArrayList<>();
        final List<String> changes = new CopyOnWriteArrayList<>();

        @Override
        public void acknowledge(String channel, Iterable<ConsumerRecord<byte[], byte[]>> records) {
            records.forEach(acknowledged::add);
        }

        @Override
        public void pause(String channel, String topic) {
            changes.add("pause " + topic);
        }

        @Override
        public void resume(String channel, String topic) {
            changes.add("resume " + topic);
        }
    }

    private static Headers breakingOnce(Error error) {
        AtomicBoolean read = new AtomicBoolean();
        return new RecordHeaders() {
            @Override
            public Iterator<Header> iterator() {
                if (!read.getAndSet(true)) {
                    throw error;
                }
                return super.iterator();
            }
        };
    }
}
