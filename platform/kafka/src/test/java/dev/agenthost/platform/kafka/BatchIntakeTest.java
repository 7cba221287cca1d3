package dev.agenthost.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Batches of a service that stores texts; a fault is planted in each step. */
class BatchIntakeTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final RecordingSender broker = new RecordingSender();
    private final Texts texts = new Texts();

    @Test
    void recordsAreAppliedInTheirOrder() {
        assertThat(process("a", "b", "skip", "c")).succeedsWithin(LIMIT);

        assertThat(texts.stored).containsExactly("a", "b", "c");
        assertThat(texts.transactions).hasValue(1);
        assertThat(broker.sent).isEmpty();
    }

    @Test
    void aBatchWithoutRecordsIsDone() {
        assertThat(process()).succeedsWithin(LIMIT);
        assertThat(texts.transactions).hasValue(0);
    }

    @Test
    void anUnreadableRecordIsDeadLetteredAndTheRestApplied() {
        assertThat(process("a", "unreadable", "b")).succeedsWithin(LIMIT);

        assertThat(texts.stored).containsExactly("a", "b");
        assertThat(letters()).containsExactly("unreadable undecodable is no text");
    }

    @Test
    void anExceptionWhileOneRecordIsDecodedDeadLettersThatRecord() {
        texts.decodeFaults.add(text -> {
            if (text.equals("bug")) {
                throw new IllegalStateException("content of the record");
            }
            if (text.equals("deep")) {
                throw new StackOverflowError();
            }
        });

        assertThat(process("a", "bug", "b", "deep", "c")).succeedsWithin(LIMIT);

        assertThat(texts.stored).containsExactly("a", "b", "c");
        assertThat(letters()).hasSize(2).noneMatch(letter -> letter.contains("content of the record"));
        assertThat(letters().get(0)).startsWith("bug undecodable IllegalStateException at ");
        assertThat(letters().get(1)).startsWith("deep undecodable StackOverflowError");
    }

    @Test
    void anErrorOfTheProcessWhileARecordIsDecodedIsRetriedInPlace() {
        AtomicInteger errors = new AtomicInteger();
        texts.decodeFaults.add(text -> {
            if (text.equals("b") && errors.incrementAndGet() < 3) {
                throw new NoClassDefFoundError("as after a jar was replaced");
            }
        });

        assertThat(process("a", "b", "c")).succeedsWithin(LIMIT);

        assertThat(texts.stored).containsExactly("a", "b", "c");
        assertThat(broker.sent).isEmpty();
    }

    @Test
    void refusedDataIsBisectedAndOnlyTheCulpritDeadLettered() {
        String[] many = IntStream.range(0, 100).mapToObj(i -> "t" + i).toArray(String[]::new);
        many[37] = "refused";
        many[99] = "refused";

        assertThat(process(many)).succeedsWithin(LIMIT);

        List<String> rest = new ArrayList<>(List.of(many));
        rest.removeIf("refused"::equals);
        assertThat(texts.stored).containsExactlyElementsOf(rest);
        assertThat(letters())
                .containsExactly(
                        "refused refused_by_database SQLSTATE 22021", "refused refused_by_database SQLSTATE 22021");
        assertThat(broker.counted).containsOnly("agent.events refused_by_database");
    }

    @Test
    void aDefectWhileOneRecordIsAppliedDeadLettersThatRecordAfterRepeatedTries() {
        AtomicInteger defects = new AtomicInteger();
        texts.applyFaults.add(batch -> {
            if (batch.contains("bug")) {
                defects.addAndGet(batch.size() == 1 ? 1 : 0);
                throw new NullPointerException("content of the record");
            }
        });

        assertThat(process("a", "bug", "b", "c")).succeedsWithin(LIMIT);

        assertThat(texts.stored).containsExactly("a", "b", "c");
        assertThat(defects).hasValue(5);
        assertThat(letters()).hasSize(1);
        assertThat(letters().getFirst())
                .startsWith("bug invalid NullPointerException at ")
                .doesNotContain("content of the record");
    }

    @Test
    void aDefectThatPassesDeadLettersNothing() {
        AtomicInteger defects = new AtomicInteger();
        texts.applyFaults.add(batch -> {
            if (defects.incrementAndGet() < 4) {
                throw new NullPointerException();
            }
        });

        assertThat(process("a")).succeedsWithin(LIMIT);

        assertThat(texts.stored).containsExactly("a");
        assertThat(broker.sent).isEmpty();
    }

    @Test
    void anOutageIsRetriedInPlaceAndIsSeenMeanwhile() {
        List<Map<String, String>> seen = new CopyOnWriteArrayList<>();
        texts.applyFaults.add(batch -> {
            seen.add(broker.status.faults());
            if (seen.size() < 4) {
                throw new IllegalStateException("Pool closed");
            }
        });

        assertThat(process("a", "b")).succeedsWithin(LIMIT);

        assertThat(texts.stored).containsExactly("a", "b");
        assertThat(seen.get(1)).containsEntry("events", "applying records: IllegalStateException");
        assertThat(broker.status.faults()).isEmpty();
        assertThat(broker.sent).isEmpty();
    }

    @Test
    void recordsThatTheServiceRefusesByThemselvesAreDeadLettered() {
        assertThat(process("a", "foreign", "b")).succeedsWithin(LIMIT);

        assertThat(texts.stored).containsExactly("a", "b");
        assertThat(letters()).containsExactly("foreign foreign is of another");
    }

    @Test
    void theServiceIsCalledBeforeADeadLetterAndADefectThereLosesNone() {
        texts.beforeDeadLetter.add(text -> {
            texts.stored.add("before " + text + " " + broker.sent.size());
            throw new NullPointerException();
        });

        assertThat(process("unreadable")).succeedsWithin(LIMIT);

        assertThat(texts.stored.getFirst()).isEqualTo("before unreadable 0");
        assertThat(letters()).containsExactly("unreadable undecodable is no text");
    }

    @Test
    void aMissingDeadLetterTopicHoldsUpNoOtherChannel() {
        broker.failing.put("agent.events.dlq", () -> new UnknownTopicOrPartitionException("missing"));
        CompletableFuture<Void> blocked = process("a", "unreadable");
        Awaitility.await().atMost(LIMIT).until(() -> broker.status.faults().containsKey("events"));

        CompletableFuture<Void> other = processOn("audit", "agent.audit", "unreadable", "b");

        assertThat(other).succeedsWithin(LIMIT);
        assertThat(blocked).isNotDone();
        assertThat(texts.stored).containsExactly("a", "b");
        assertThat(broker.status.faults())
                .containsExactly(
                        Map.entry("events", "dead letter to agent.events.dlq: UnknownTopicOrPartitionException"));
        broker.failing.clear();
        assertThat(blocked).succeedsWithin(LIMIT);
        assertThat(broker.status.faults()).isEmpty();
        assertThat(letters()).hasSize(2);
    }

    @Test
    void aBatchOfDeadLettersOnlyIsNoStackOverflow() {
        String[] many = IntStream.range(0, 2_000).mapToObj(i -> "unreadable").toArray(String[]::new);

        assertThat(process(many)).succeedsWithin(LIMIT);

        assertThat(broker.sent).hasSize(2_000);
    }

    private CompletableFuture<Void> process(String... values) {
        return processOn("events", "agent.events", values);
    }

    private CompletableFuture<Void> processOn(String channel, String topic, String... values) {
        List<ConsumerRecord<byte[], byte[]>> batch = IntStream.range(0, values.length)
                .mapToObj(
                        i -> new ConsumerRecord<>(topic, 0, i, new byte[0], values[i].getBytes(StandardCharsets.UTF_8)))
                .toList();
        return new BatchIntake<String>(channel, broker.producer, broker.retries)
                .process(batch, texts)
                .subscribeAsCompletionStage();
    }

    /** The dead letters as value, reason and detail. */
    private List<String> letters() {
        return broker.sent.stream()
                .map(letter -> text(letter.value())
                        + " "
                        + text(letter.headers()
                                .lastHeader(DeadLetterHeaders.REASON)
                                .value())
                        + " "
                        + text(letter.headers()
                                .lastHeader(DeadLetterHeaders.DETAIL)
                                .value()))
                .toList();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Stores texts in transactions. */
    private static final class Texts implements BatchHandler<String> {
        private final List<String> stored = new CopyOnWriteArrayList<>();
        private final AtomicInteger transactions = new AtomicInteger();
        private final List<Consumer<String>> decodeFaults = new ArrayList<>();
        private final List<Consumer<List<String>>> applyFaults = new ArrayList<>();
        private final List<Consumer<String>> beforeDeadLetter = new ArrayList<>();

        @Override
        public DecodeOutcome<String> decode(ConsumerRecord<byte[], byte[]> record) {
            String text = text(record.value());
            decodeFaults.forEach(fault -> fault.accept(text));
            return switch (text) {
                case "skip" -> new DecodeOutcome.Skipped<>();
                case "unreadable" -> DecodeOutcome.rejected(DeadLetterReason.UNDECODABLE, "is no text");
                default -> new DecodeOutcome.Decoded<>(text);
            };
        }

        @Override
        public Uni<Map<Integer, Rejection>> apply(List<String> values, List<OffsetAdvance> advances) {
            transactions.incrementAndGet();
            applyFaults.forEach(fault -> fault.accept(values));
            if (values.contains("refused")) {
                return Uni.createFrom().failure(new DataException());
            }
            values.stream().filter(value -> !value.equals("foreign")).forEach(stored::add);
            int foreign = values.indexOf("foreign");
            return Uni.createFrom()
                    .item(
                            foreign < 0
                                    ? Map.of()
                                    : Map.of(foreign, new Rejection(DeadLetterReason.FOREIGN, "is of another")));
        }

        @Override
        public Optional<Rejection> rejection(Throwable failure) {
            return failure instanceof DataException ? Optional.of(Rejection.byDatabase("22021")) : Optional.empty();
        }

        @Override
        public Uni<Void> beforeDeadLetter(ConsumerRecord<byte[], byte[]> record, Rejection why) {
            beforeDeadLetter.forEach(fault -> fault.accept(text(record.value())));
            return Uni.createFrom().voidItem();
        }
    }

    private static final class DataException extends RuntimeException {}
}
