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

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.intake.IncomingRecord;
import dev.agenthost.context.intake.postgres.PostgresBatchRepository;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The whole way of batches into a real database; only Kafka is missing. */
class TopicBatchProcessorTest extends TopicBatchFixture {
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
}
