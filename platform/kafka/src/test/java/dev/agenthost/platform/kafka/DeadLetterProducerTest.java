package dev.agenthost.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.platform.observability.DeadLetterCounter;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeadLetterProducerTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final byte[] NO_TEXT = {(byte) 0xff, 0, (byte) 0xc3};
    private static final Rejection INVALID = new Rejection(DeadLetterReason.INVALID, "a rule is broken");

    private final RecordingSender broker = new RecordingSender();

    @Test
    void keepsKeyValueAndHeadersToTheByteAndAddsItsOwn() {
        RecordHeaders headers = new RecordHeaders();
        headers.add("twice", NO_TEXT);
        headers.add("twice", new byte[] {1});
        headers.add("without a value", null);

        deadLetter(record(NO_TEXT, NO_TEXT, headers)).join();

        ProducerRecord<byte[], byte[]> letter = broker.sent.getFirst();
        assertThat(letter.topic()).isEqualTo("agent.events.dlq");
        assertThat(letter.partition()).isZero();
        assertThat(letter.key()).isEqualTo(NO_TEXT);
        assertThat(letter.value()).isEqualTo(NO_TEXT);
        var all = letter.headers().toArray();
        assertThat(all).hasSize(8);
        assertThat(all[0].value()).isEqualTo(NO_TEXT);
        assertThat(all[1].value()).isEqualTo(new byte[] {1});
        assertThat(all[2].key()).isEqualTo("without a value");
        assertThat(all[2].value()).isNull();
        assertThat(header(letter, DeadLetterHeaders.REASON)).isEqualTo("invalid");
        assertThat(header(letter, DeadLetterHeaders.DETAIL)).isEqualTo("a rule is broken");
        assertThat(header(letter, DeadLetterHeaders.TOPIC)).isEqualTo("agent.events");
        assertThat(header(letter, DeadLetterHeaders.PARTITION)).isEqualTo("3");
        assertThat(header(letter, DeadLetterHeaders.OFFSET)).isEqualTo("42");
    }

    @Test
    void keepsAnAbsentKeyAndAnAbsentValue() {
        deadLetter(record(null, null, new RecordHeaders())).join();

        assertThat(broker.sent.getFirst().key()).isNull();
        assertThat(broker.sent.getFirst().value()).isNull();
    }

    @Test
    void retriesUntilTheBrokerHasItAndCountsItOnce() {
        AtomicInteger tries = new AtomicInteger();
        broker.failing.put("agent.events.dlq", () -> {
            tries.incrementAndGet();
            return new IllegalStateException("unavailable");
        });
        CompletableFuture<Void> letter = deadLetter(record(null, NO_TEXT, new RecordHeaders()));
        Awaitility.await().atMost(LIMIT).until(() -> tries.get() > 2);

        assertThat(letter).isNotDone();
        assertThat(broker.counted).isEmpty();
        assertThat(broker.status.faults())
                .containsEntry("events", "dead letter to agent.events.dlq: IllegalStateException");

        broker.failing.clear();
        assertThat(letter).succeedsWithin(LIMIT);
        assertThat(broker.sent).hasSize(1);
        assertThat(broker.counted).containsExactly("agent.events invalid");
        assertThat(broker.status.faults()).isEmpty();
    }

    @Test
    void anErrorOfTheProducerIsRetried() {
        AtomicInteger tries = new AtomicInteger();
        broker.failing.put("agent.events.dlq", () -> {
            if (tries.incrementAndGet() == 2) {
                broker.failing.clear();
            }
            return new NoClassDefFoundError("as after a jar was replaced");
        });

        assertThat(deadLetter(record(null, NO_TEXT, new RecordHeaders()))).succeedsWithin(LIMIT);
        assertThat(broker.sent).hasSize(1);
    }

    @Test
    void aCounterThatFailsNeitherFailsNorRepeatsTheLetter() {
        List<DeadLetterCounter> counters = List.of(
                (topic, reason) -> {
                    throw new IllegalStateException("a tag is refused");
                },
                (topic, reason) -> {
                    throw new NoClassDefFoundError("as after a jar was replaced");
                });
        for (DeadLetterCounter counter : counters) {
            DeadLetterProducer uncounted = new DeadLetterProducer(broker, broker.retries, counter);

            assertThat(uncounted
                            .deadLetter("events", record(null, NO_TEXT, new RecordHeaders()), INVALID)
                            .subscribeAsCompletionStage())
                    .succeedsWithin(LIMIT);
        }

        assertThat(broker.sent).hasSize(2);
        assertThat(broker.status.faults()).isEmpty();
    }

    @Test
    void aRecordTooLargeForItsTopicLeavesItsPositionThere() {
        AtomicInteger tries = new AtomicInteger();
        broker.failing.put("agent.events.dlq", () -> {
            tries.incrementAndGet();
            broker.failing.clear();
            return new RecordTooLargeException("too large");
        });

        assertThat(deadLetter(record(NO_TEXT, NO_TEXT, new RecordHeaders()))).succeedsWithin(LIMIT);

        ProducerRecord<byte[], byte[]> letter = broker.sent.getFirst();
        assertThat(tries).hasValue(1);
        assertThat(letter.value()).isNull();
        assertThat(header(letter, DeadLetterHeaders.OFFSET)).isEqualTo("42");
        assertThat(header(letter, DeadLetterHeaders.DETAIL))
                .isEqualTo("a rule is broken; the record is too large for this topic");
        assertThat(broker.counted).hasSize(1);
    }

    private CompletableFuture<Void> deadLetter(ConsumerRecord<byte[], byte[]> record) {
        return broker.producer.deadLetter("events", record, INVALID).subscribeAsCompletionStage();
    }

    private static ConsumerRecord<byte[], byte[]> record(
            byte @Nullable [] key, byte @Nullable [] value, RecordHeaders headers) {
        return new ConsumerRecord<>(
                "agent.events", 3, 42, 0, TimestampType.CREATE_TIME, 0, 0, key, value, headers, Optional.empty());
    }

    private static String header(ProducerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
