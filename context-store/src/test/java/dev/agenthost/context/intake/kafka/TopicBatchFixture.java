package dev.agenthost.context.intake.kafka;

import static dev.agenthost.context.fixture.Records.at;
import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.results;

import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.OffsetRepository;
import dev.agenthost.context.fixture.AssignedOffsets;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.intake.BatchRepository;
import dev.agenthost.context.intake.IncomingRecord;
import dev.agenthost.context.intake.postgres.PostgresBatchRepository;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.platform.kafka.Rejection;
import dev.agenthost.platform.kafka.RetryStatus;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** A database, and consumers of its topics. */
abstract class TopicBatchFixture {
    static Database database;
    final Map<RecordPosition, Rejection> deadLetters = new java.util.concurrent.ConcurrentHashMap<>();
    final RetryStatus status = new RetryStatus();

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

    static List<IncomingRecord> records(String topic, long first, Object... values) {
        return IntStream.range(0, values.length)
                .mapToObj(i -> at(topic, 0, first + i, values[i]))
                .toList();
    }

    static List<String> transcript(String conversation) {
        return database.rows("""
                        select t.seq || ' ' || t.role || ' ' || t.content from context.transcript t
                        join context.conversations c on c.id = t.conversation
                        where c.conversation_id = '%s' order by t.seq
                        """.formatted(conversation)).stream()
                .map(row -> row.getString(0))
                .toList();
    }

    static long next(String topic) {
        return database.rows("select next_offset from context.applied_offsets where topic = '" + topic + "'")
                .getFirst()
                .getLong(0);
    }

    /** One replica's lines, with a memory of their own. */
    final class Consumer {
        final Line events;
        final Line results;
        final AppliedOffsets known;

        Consumer() {
            this(new PostgresBatchRepository(database.pool(), new LuceneAnalysis()));
        }

        Consumer(BatchRepository repository) {
            this(new AppliedOffsets(), repository);
        }

        /** One that knows what another did. */
        Consumer(AppliedOffsets known, BatchRepository repository) {
            this.known = known;
            OffsetRepository offsets = new AssignedOffsets(database.pool());
            ConsumerRetryPolicy retries = new ConsumerRetryPolicy(status);
            events = new Line(new TopicBatchProcessor(Topics.EVENTS, repository, offsets, known, retries, status));
            results =
                    new Line(new TopicBatchProcessor(Topics.RUN_RESULTS, repository, offsets, known, retries, status));
        }
    }

    final class Line {
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
