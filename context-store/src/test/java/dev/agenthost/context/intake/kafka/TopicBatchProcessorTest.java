package dev.agenthost.context.intake.kafka;

import static dev.agenthost.context.fixture.Records.at;
import static dev.agenthost.context.fixture.Records.completed;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.delta;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.OffsetRepository;
import dev.agenthost.context.eventlog.PartitionRef;
import dev.agenthost.context.eventlog.postgres.PostgresOffsetRepository;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.intake.BatchOutcome;
import dev.agenthost.context.intake.BatchRepository;
import dev.agenthost.context.intake.IncomingRecord;
import dev.agenthost.context.intake.PartitionGrouping;
import dev.agenthost.context.intake.postgres.PostgresBatchRepository;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.platform.kafka.Rejection;
import dev.agenthost.platform.kafka.RetryStatus;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The whole way of batches into a real database; only Kafka is missing. */
class TopicBatchProcessorTest {
    private static Database database;

    private final Map<RecordPosition, Rejection> deadLetters = new java.util.concurrent.ConcurrentHashMap<>();
    private final RetryStatus status = new RetryStatus();

    @BeforeAll
    static void open() {
        database = new Database();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @AfterEach
    void empty() {
        Database.await(database.pool()
                .query("truncate context.applied_offsets, context.conversations, context.logged, context.event_log,"
                        + " context.transcript, context.runs cascade")
                .execute());
    }

    @Test
    void aConversationIsSaidInTheOrderOfItsRecords() {
        ConversationRef here = conversation("c1");
        EventEnvelope one = said(here, "one");
        EventEnvelope two = said(here, "two");
        Consumer consumer = new Consumer();

        consumer.events.take(records(Topics.EVENTS, 0, one, two, said(conversation("c2"), "else")));
        consumer.results.take(records(
                Topics.RUN_RESULTS,
                0,
                results(one, 1, 1, started(one, null), message("1"), completed("1")),
                results(two, 1, 1, started(two, null), completed("2"))));

        assertThat(transcript("c1")).containsExactly("1 user one", "2 user two", "3 assistant 1", "4 assistant 2");
        assertThat(transcript("c2")).containsExactly("1 user else");
        assertThat(database.rows("select last_event_seq from context.conversations where conversation_id = 'c1'")
                        .getFirst()
                        .getLong(0))
                .isEqualTo(7);
        assertThat(next(Topics.EVENTS)).isEqualTo(3);
    }

    @Test
    void whatComesAgainIsAppliedOnce() {
        EventEnvelope event = said(conversation("c1"), "one");
        Consumer consumer = new Consumer();
        consumer.events.take(records(Topics.EVENTS, 0, event, event));
        consumer.events.take(records(Topics.EVENTS, 0, event, event));
        consumer.events.take(records(Topics.EVENTS, 2, event));

        consumer.results.take(records(Topics.RUN_RESULTS, 0, results(event, 1, 1, started(event, null), message("a"))));
        consumer.results.take(records(Topics.RUN_RESULTS, 1, results(event, 1, 1, started(event, null), message("a"))));

        assertThat(transcript("c1")).containsExactly("1 user one", "2 assistant a");
        assertThat(database.count("from context.event_log")).isEqualTo(3);
        assertThat(next(Topics.EVENTS)).isEqualTo(3);
    }

    @Test
    void aZombieMovesNothingBackAndLosesNothing() {
        List<EventEnvelope> events = IntStream.range(0, 30)
                .mapToObj(i -> said(conversation("c1"), "m" + i))
                .toList();
        Consumer zombie = new Consumer();
        Consumer heir = new Consumer();
        zombie.events.take(records(Topics.EVENTS, 0, events.subList(0, 10).toArray()));
        heir.events.take(records(Topics.EVENTS, 10, events.subList(10, 25).toArray()));

        zombie.events.take(records(Topics.EVENTS, 10, events.subList(10, 20).toArray()));
        assertThat(next(Topics.EVENTS)).isEqualTo(25);
        zombie.events.take(records(Topics.EVENTS, 20, events.subList(20, 30).toArray()));
        heir.events.take(records(Topics.EVENTS, 25, events.subList(25, 30).toArray()));

        assertThat(next(Topics.EVENTS)).isEqualTo(30);
        assertThat(transcript("c1"))
                .isEqualTo(IntStream.range(0, 30)
                        .mapToObj(i -> (i + 1) + " user m" + i)
                        .toList());
    }

    @Test
    void twoConsumersAtOnceApplyEachRecordOnce() {
        List<EventEnvelope> events = IntStream.range(0, 100)
                .mapToObj(i -> said(conversation("c" + i % 5), "m" + i))
                .toList();
        List<Uni<Void>> both = new ArrayList<>();
        for (Consumer consumer : List.of(new Consumer(), new Consumer())) {
            Uni<Void> all = Uni.createFrom().voidItem();
            for (int from = 0; from < 100; from += 7) {
                Object[] some = events.subList(from, Math.min(100, from + 7)).toArray();
                int first = from;
                all = all.chain(() -> consumer.events.start(records(Topics.EVENTS, first, some)));
            }
            both.add(all);
        }

        Database.await(Uni.join().all(both).andFailFast());

        assertThat(database.count("from context.transcript")).isEqualTo(100);
        assertThat(database.count("from context.event_log")).isEqualTo(100);
        assertThat(next(Topics.EVENTS)).isEqualTo(100);
    }

    @Test
    void whatNobodyCanReadOrStoreIsSetAsideAndTheRestGoesOn() {
        ConversationRef here = conversation("c1");
        EventEnvelope longName = said(
                conversation(IntStream.range(0, 9000)
                        .mapToObj(i -> Integer.toString(i * 7919 % 10007, 36))
                        .reduce("", String::concat)),
                "indexed by nobody");
        Consumer consumer = new Consumer();

        consumer.events.take(records(
                Topics.EVENTS,
                0,
                said(here, "one"),
                "{".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                said(here, "nul \0 in it"),
                said(here, "two"),
                longName,
                said(here, "three")));

        assertThat(transcript("c1")).containsExactly("1 user one", "2 user two", "3 user three");
        assertThat(next(Topics.EVENTS)).isEqualTo(6);
        assertThat(deadLetters.keySet()).extracting(RecordPosition::offset).containsExactlyInAnyOrder(1L, 2L, 4L);
        assertThat(deadLetters.get(new RecordPosition(Topics.EVENTS, 0, 1)).reason())
                .isEqualTo(DeadLetterReason.UNDECODABLE);
        assertThat(deadLetters.get(new RecordPosition(Topics.EVENTS, 0, 2)).reason())
                .isEqualTo(DeadLetterReason.REFUSED_BY_DATABASE);
    }

    @Test
    void aDefectThatOneRecordTriggersDeadLettersThatRecordAndTheRestGoesOn() {
        ConversationRef here = conversation("c1");
        PostgresBatchRepository real = new PostgresBatchRepository(database.pool(), new LuceneAnalysis());
        Consumer consumer = new Consumer(batch -> {
            if (batch.entries().stream().anyMatch(entry -> entry.source().offset() == 1)) {
                throw new NullPointerException("as a defect of the code");
            }
            return real.apply(batch);
        });

        consumer.events.take(records(Topics.EVENTS, 0, said(here, "one"), said(here, "bug"), said(here, "two")));

        assertThat(transcript("c1")).containsExactly("1 user one", "2 user two");
        assertThat(next(Topics.EVENTS)).isEqualTo(3);
        assertThat(deadLetters.keySet()).extracting(RecordPosition::offset).containsExactly(1L);
        assertThat(deadLetters.get(new RecordPosition(Topics.EVENTS, 0, 1)).reason())
                .isEqualTo(DeadLetterReason.INVALID);
        assertThat(status.faults()).isEmpty();
    }

    @Test
    void troubleWithTheDatabaseIsTriedAgainInPlaceAndIsSeenMeanwhile() {
        AtomicInteger tries = new AtomicInteger();
        List<Map<String, String>> seen = new CopyOnWriteArrayList<>();
        PostgresBatchRepository real = new PostgresBatchRepository(database.pool(), new LuceneAnalysis());
        BatchRepository failing = batch -> {
            seen.add(status.faults());
            return tries.incrementAndGet() < 3
                    ? Uni.createFrom().<BatchOutcome>failure(new IllegalStateException("away"))
                    : real.apply(batch);
        };
        Consumer consumer = new Consumer(failing);

        consumer.events.take(records(Topics.EVENTS, 0, said(conversation("c1"), "one")));

        assertThat(transcript("c1")).containsExactly("1 user one");
        assertThat(seen.get(1)).containsKey(Topics.EVENTS);
        assertThat(status.faults()).isEmpty();
    }

    @Test
    void whereTheAppliedOffsetsWentBackItIsInTroubleUntilItMovesAgain() {
        List<Map<String, String>> seen = new CopyOnWriteArrayList<>();
        PostgresBatchRepository real = new PostgresBatchRepository(database.pool(), new LuceneAnalysis());
        AtomicInteger tries = new AtomicInteger();
        Consumer consumer = new Consumer(batch -> {
            seen.add(status.faults());
            return tries.incrementAndGet() == 4 ? offsetsAre(2).chain(() -> real.apply(batch)) : real.apply(batch);
        });
        consumer.events.take(
                records(Topics.EVENTS, 0, said(conversation("c1"), "one"), said(conversation("c1"), "two")));
        Database.await(offsetsAre(1));

        var taking = consumer.events
                .start(records(Topics.EVENTS, 2, said(conversation("c1"), "three")))
                .subscribeAsCompletionStage();
        List<Map<String, String>> meanwhile = new ArrayList<>();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    int before = tries.get();
                    Map<String, String> troubles = status.faults();
                    if (before == 3 && tries.get() == 3) {
                        meanwhile.add(troubles);
                    }
                    return taking.isDone();
                });

        assertThat(seen.get(2)).as("looked at again").containsKey(Topics.EVENTS);
        assertThat(meanwhile).isNotEmpty().allSatisfy(troubles -> assertThat(troubles)
                .containsKey(Topics.EVENTS));
        assertThat(status.faults()).isEmpty();
        assertThat(transcript("c1")).containsExactly("1 user one", "2 user two", "3 user three");
    }

    @Test
    void aLaneThatIsStuckIsToldThoughTheOtherMoves() {
        Consumer before = new Consumer();
        before.events.take(records(Topics.EVENTS, 0, said(conversation("c1"), "one"), said(conversation("c1"), "two")));
        besideAnother(before.known, real -> offsetsAre(1).chain(() -> real), () -> offsetsAre(2));
    }

    @Test
    void aLaneInTroubleIsToldThoughTheOtherGoesOn() {
        Consumer before = new Consumer();
        before.events.take(records(Topics.EVENTS, 0, said(conversation("c1"), "one"), said(conversation("c1"), "two")));
        besideAnother(
                before.known,
                real -> Uni.createFrom().failure(new IllegalStateException("away")),
                () -> Uni.createFrom().voidItem());
    }

    /** Partition 0 comes to nothing until it is mended, and 1 is applied meanwhile: what is told between two tries of 0. */
    private void besideAnother(
            AppliedOffsets known, UnaryOperator<Uni<BatchOutcome>> broken, Supplier<Uni<Void>> mended) {
        PostgresBatchRepository real = new PostgresBatchRepository(database.pool(), new LuceneAnalysis());
        PartitionRef other = new PartitionRef(Topics.EVENTS, 1);
        CompletableFuture<Void> troubled = new CompletableFuture<>();
        AtomicBoolean mend = new AtomicBoolean();
        List<Map<String, String>> seen = new CopyOnWriteArrayList<>();
        Consumer consumer = new Consumer(known, batch -> {
            if (batch.advances().containsKey(other)) {
                return Uni.createFrom().completionStage(troubled).chain(() -> real.apply(batch));
            }
            if (!status.faults().isEmpty()) {
                troubled.complete(null);
            }
            if (known.next(other) > 0) {
                seen.add(status.faults());
            }
            return mend.get() ? mended.get().chain(() -> real.apply(batch)) : broken.apply(real.apply(batch));
        });
        List<IncomingRecord> both = new ArrayList<>();
        for (int i = 0; i < PartitionGrouping.WORTH_ONE; i++) {
            both.add(at(Topics.EVENTS, 0, 2 + i, said(conversation("c1"), "here " + i)));
            both.add(at(Topics.EVENTS, 1, i, said(conversation("c2"), "there " + i)));
        }

        CompletableFuture<Void> taking = consumer.events.start(both).subscribeAsCompletionStage();
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> seen.size() >= 2);
        mend.set(true);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(taking::isDone);

        assertThat(seen).allSatisfy(troubles -> assertThat(troubles).containsKey(Topics.EVENTS));
        assertThat(status.faults()).isEmpty();
        assertThat(transcript("c1")).hasSize(2 + PartitionGrouping.WORTH_ONE);
        assertThat(transcript("c2")).hasSize(PartitionGrouping.WORTH_ONE);
    }

    private static Uni<Void> offsetsAre(long next) {
        return database.pool()
                .query("update context.applied_offsets set next_offset = " + next + " where topic = 'agent.events'"
                        + " and partition = 0")
                .execute()
                .replaceWithVoid();
    }

    /** Of log and transcript together; what is said of a run by others, receipts and audit, is counted apart. */
    @Test
    void aRunOfTenDeltasAndNoToolsIsSixRows() {
        EventEnvelope event = said(conversation("c1"), "one");
        List<ResultPayload> answer = new ArrayList<>();
        answer.add(started(event, null));
        IntStream.range(0, 10).forEach(i -> answer.add(delta("d" + i)));
        answer.add(message("all of it"));
        answer.add(completed("all of it"));
        Consumer consumer = new Consumer();

        consumer.events.take(records(Topics.EVENTS, 0, event));
        consumer.results.take(
                records(Topics.RUN_RESULTS, 0, results(event, 1, 1, answer.toArray(ResultPayload[]::new))));

        assertThat(transcript("c1")).containsExactly("1 user one", "2 assistant all of it");
        assertThat(database.count("from context.event_log") + database.count("from context.transcript"))
                .isEqualTo(6);
    }

    @Test
    void anAnswerWaitsForItsQuestion() {
        EventEnvelope event = said(conversation("c1"), "question");
        Consumer consumer = new Consumer();
        Uni<Void> answer = consumer.results.start(records(
                Topics.RUN_RESULTS,
                0,
                results(event, 1, 1, started(event, new RecordPosition(Topics.EVENTS, 0, 0)), message("answer"))));
        var waiting = answer.subscribeAsCompletionStage();
        assertThat(waiting.isDone()).isFalse();

        consumer.events.take(records(Topics.EVENTS, 0, event));
        waiting.join();

        assertThat(transcript("c1")).containsExactly("1 user question", "2 assistant answer");
    }

    @Test
    void aLargeBatchIsAppliedInTwoTransactionsAtOnceAndEachPartitionInItsOrder() {
        List<IncomingRecord> many = IntStream.range(0, 240)
                .mapToObj(i -> at(Topics.EVENTS, i % 6, i / 6, said(conversation("c" + i % 6), "m" + i / 6)))
                .toList();
        PostgresBatchRepository real = new PostgresBatchRepository(database.pool(), new LuceneAnalysis());
        AtomicInteger transactions = new AtomicInteger();
        CompletableFuture<Void> both = new CompletableFuture<>();
        Consumer consumer = new Consumer(batch -> {
            if (transactions.incrementAndGet() == 2) {
                both.complete(null);
            }
            return Uni.createFrom().completionStage(both).chain(() -> real.apply(batch));
        });

        consumer.events.take(many);

        assertThat(transactions).hasValue(2);
        for (int conversation = 0; conversation < 6; conversation++) {
            assertThat(transcript("c" + conversation))
                    .isEqualTo(IntStream.range(0, 40)
                            .mapToObj(i -> (i + 1) + " user m" + i)
                            .toList());
        }
        assertThat(database.rows("select distinct next_offset from context.applied_offsets where next_offset > 0"))
                .extracting(row -> row.getLong(0))
                .containsExactly(40L);
    }

    @Test
    void theTranscriptCanBeMadeAgainFromTheLogAlone() {
        EventEnvelope event = said(conversation("c1"), "one");
        Consumer consumer = new Consumer();
        consumer.events.take(records(Topics.EVENTS, 0, event));
        consumer.results.take(records(
                Topics.RUN_RESULTS, 0, results(event, 1, 1, started(event, null), message("a"), completed("b"))));

        assertThat(database.rows("""
                        select coalesce(l.data #>> '{input,text}', l.data #>> '{message,content}'), l.event_id, l.at
                        from context.event_log l where transcript_seq is not null order by transcript_seq
                        """))
                .extracting(row -> row.getString(0) + row.getString(1) + row.getOffsetDateTime(2))
                .isEqualTo(database.rows("select content, event_id, at from context.transcript order by seq").stream()
                        .map(row -> row.getString(0) + row.getString(1) + row.getOffsetDateTime(2))
                        .toList());
    }

    private static List<IncomingRecord> records(String topic, long first, Object... values) {
        return IntStream.range(0, values.length)
                .mapToObj(i -> at(topic, 0, first + i, values[i]))
                .toList();
    }

    private static List<String> transcript(String conversation) {
        return database.rows("""
                        select t.seq || ' ' || t.role || ' ' || t.content from context.transcript t
                        join context.conversations c on c.id = t.conversation
                        where c.conversation_id = '%s' order by t.seq
                        """.formatted(conversation)).stream()
                .map(row -> row.getString(0))
                .toList();
    }

    private static long next(String topic) {
        return database.rows("select next_offset from context.applied_offsets where topic = '" + topic + "'")
                .getFirst()
                .getLong(0);
    }

    /** One replica's lines, with a memory of their own. */
    private final class Consumer {
        private final Line events;
        private final Line results;
        private final AppliedOffsets known;

        Consumer() {
            this(new PostgresBatchRepository(database.pool(), new LuceneAnalysis()));
        }

        Consumer(BatchRepository ledger) {
            this(new AppliedOffsets(), ledger);
        }

        /** One that knows what another did. */
        Consumer(AppliedOffsets known, BatchRepository ledger) {
            this.known = known;
            OffsetRepository offsets = new PostgresOffsetRepository(database.pool());
            ConsumerRetryPolicy retries = new ConsumerRetryPolicy(status);
            events = new Line(new TopicBatchProcessor(Topics.EVENTS, ledger, offsets, known, retries, status));
            results = new Line(new TopicBatchProcessor(Topics.RUN_RESULTS, ledger, offsets, known, retries, status));
        }
    }

    private final class Line {
        private final TopicBatchProcessor processor;

        Line(TopicBatchProcessor processor) {
            this.processor = processor;
        }

        void take(List<IncomingRecord> records) {
            Database.await(start(records));
        }

        Uni<Void> start(List<IncomingRecord> records) {
            return processor.take(records, (record, why) -> {
                deadLetters.put(record.position(), why);
                return Uni.createFrom().voidItem();
            });
        }
    }
}
