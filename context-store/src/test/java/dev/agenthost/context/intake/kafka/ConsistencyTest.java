package dev.agenthost.context.intake.kafka;

import static dev.agenthost.context.fixture.Records.completed;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Broker;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.IntakeReplica;
import dev.agenthost.context.fixture.IntakeReplica.Death;
import dev.agenthost.context.intake.BatchOutcome;
import dev.agenthost.context.intake.BatchRepository;
import dev.agenthost.context.intake.postgres.PostgresBatchRepository;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that the records of the topics are stored once each and in order, with failing consumers and databases: a real broker and a real
 * database.
 */
class ConsistencyTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final String test = UUID.randomUUID().toString();
    private final String group = "consistency-" + test;
    private final Map<String, List<String>> expected = new TreeMap<>();
    private final TreeSet<String> published = new TreeSet<>();
    private final List<SentEvent> open = new ArrayList<>();
    private Database database;
    private Broker broker;

    private record SentEvent(EventEnvelope event, RecordPosition position) {}

    @BeforeEach
    void start() {
        database = new Database();
        broker = new Broker();
        IntakeReplica.startAtTheEnd(database);
    }

    @AfterEach
    void stop() {
        broker.close();
        database.close();
    }

    @Test
    void fiftyDeathsBetweenAnyTwoStepsLoseNothingAndDoubleNothing() {
        Random chance = new Random(29);
        publish(400);
        int deaths = 0;
        while (deaths < 50) {
            if (stored() == published.size()) {
                publish(100);
            }
            Death death = Death.values()[chance.nextInt(Death.values().length)];
            try (IntakeReplica replica = new IntakeReplica(database, repository(), 8, group)) {
                replica.assignAll();
                if (replica.runUntil(death, chance.nextInt(3))) {
                    deaths++;
                }
            }
        }
        try (IntakeReplica last = new IntakeReplica(database, repository(), 50, group)) {
            last.assignAll();
            last.run(() -> stored() == published.size());
        }

        everythingIsStoredOnce();
    }

    @Test
    void aZombieAndItsHeirTogetherStoreEachRecordOnce() {
        publish(200);
        try (IntakeReplica zombie = new IntakeReplica(database, repository(), 10, group);
                IntakeReplica heir = new IntakeReplica(database, repository(), 7, group)) {
            zombie.assignAll();
            heir.assignAll();
            Thread one = Thread.ofVirtual().start(() -> zombie.run(() -> stored() == published.size()));
            heir.run(() -> stored() == published.size());
            await().atMost(LONG).until(() -> !one.isAlive());
        }

        everythingIsStoredOnce();
    }

    /** The group has moved the partitions to another replica, which has applied the batches that the first still holds. */
    @Test
    void aZombieThatWakesWithBatchesInHandWritesNothingOfThem() {
        CompletableFuture<Void> woken = new CompletableFuture<>();
        List<BatchOutcome> late = new CopyOnWriteArrayList<>();
        AtomicInteger inHand = new AtomicInteger();
        BatchRepository repository = repository();
        BatchRepository asleep = batch -> {
            if (woken.isDone()) {
                return repository.apply(batch);
            }
            inHand.incrementAndGet();
            return Uni.createFrom()
                    .completionStage(woken)
                    .chain(() -> repository.apply(batch))
                    .invoke(late::add);
        };
        List<Thread> threads = new ArrayList<>();
        publish(100);
        try (IntakeReplica zombie = new IntakeReplica(database, asleep, 10, group, Duration.ofSeconds(1));
                IntakeReplica heir = new IntakeReplica(database, repository(), 20, group)) {
            zombie.subscribe();
            threads.add(Thread.ofVirtual().start(zombie::runUntilRevoked));
            await().atMost(LONG).until(() -> inHand.get() > 0);
            heir.subscribe();
            threads.add(Thread.ofVirtual().start(heir::runUntilRevoked));
            publish(100);
            await().atMost(LONG).until(() -> stored() == published.size());
            assertThat(late).isEmpty();

            woken.complete(null);
            publish(50);

            await().atMost(LONG).until(() -> late.size() == inHand.get() && stored() == published.size());
            zombie.leave();
            heir.leave();
            await().atMost(LONG).until(() -> threads.stream().noneMatch(Thread::isAlive));
        }

        assertThat(late).isNotEmpty().allMatch(BatchOutcome.Overtaken.class::isInstance);
        everythingIsStoredOnce();
    }

    @Test
    void partitionsThatMoveFromOneToThreeAndBackAreAppliedOnce() {
        List<Thread> threads = new ArrayList<>();
        try (IntakeReplica first = new IntakeReplica(database, repository(), 20, group);
                IntakeReplica second = new IntakeReplica(database, repository(), 20, group);
                IntakeReplica third = new IntakeReplica(database, repository(), 20, group)) {
            for (IntakeReplica replica : List.of(first, second, third)) {
                publish(100);
                replica.subscribe();
                threads.add(Thread.ofVirtual().start(replica::runUntilRevoked));
                await().atMost(LONG).until(replica::hasPartitions);
            }
            publish(100);
            second.leave();
            third.leave();
            publish(100);
            await().atMost(LONG).until(() -> stored() == published.size());
            first.leave();
            await().atMost(LONG).until(() -> threads.stream().noneMatch(Thread::isAlive));
        }

        everythingIsStoredOnce();
    }

    @Test
    void aDatabaseThatIsLostInTheMiddleOfBatchesIsWaitedFor() {
        publish(200);
        try (IntakeReplica replica = new IntakeReplica(database, repository(), 10, group)) {
            replica.assignAll();
            Thread reading = Thread.ofVirtual().start(() -> replica.run(this::allIsStored));
            int cuts = 0;
            for (int i = 0; i < 15; i++) {
                cuts += cutEveryConnection();
                publish(10);
            }
            await().atMost(LONG).until(() -> !reading.isAlive());
            assertThat(cuts).isPositive();
        }

        everythingIsStoredOnce();
    }

    private PostgresBatchRepository repository() {
        return new PostgresBatchRepository(database.pool(), new LuceneAnalysis());
    }

    /** Publishes records in twelve conversations: messages of people, then the answers of agents. */
    private void publish(int records) {
        for (int i = 0; i < records; i++) {
            if (i % 2 == 0) {
                ConversationRef where = new ConversationRef("demo", "bot", test + "-" + published.size() % 12, "");
                EventEnvelope event = said(where, "m" + published.size());
                remember(where, "user " + event.input().text());
                open.add(new SentEvent(event, record(Topics.EVENTS, event, event)));
            } else {
                SentEvent asked = open.removeFirst();
                EventEnvelope event = asked.event();
                ConversationRef where = new ConversationRef("demo", "bot", event.conversationId(), "");
                remember(where, "assistant re " + event.input().text());
                record(
                        Topics.RUN_RESULTS,
                        event,
                        results(
                                event,
                                1,
                                1,
                                started(event, asked.position()),
                                message("re " + event.input().text()),
                                completed("re " + event.input().text())));
            }
        }
    }

    private void remember(ConversationRef where, String said) {
        expected.computeIfAbsent(where.conversationId(), any -> new ArrayList<>())
                .add(said);
    }

    private RecordPosition record(String topic, EventEnvelope event, Object value) {
        RecordPosition position = broker.publish(topic, event.conversationKey().partition(), value);
        published.add(position.toString());
        return position;
    }

    private long stored() {
        return database.rows("select count(distinct source) from context.event_log")
                .getFirst()
                .getLong(0);
    }

    /** Returns true if all is stored; its own connection may be cut as well. */
    private boolean allIsStored() {
        try {
            return stored() == published.size();
        } catch (RuntimeException cut) {
            return false;
        }
    }

    private int cutEveryConnection() {
        try {
            return database.rows("select pg_terminate_backend(pid) from pg_stat_activity"
                            + " where datname = current_database() and pid <> pg_backend_pid()")
                    .size();
        } catch (RuntimeException itWasThisOne) {
            return 1;
        }
    }

    private void everythingIsStoredOnce() {
        assertThat(database.rows("select distinct source from context.event_log"))
                .extracting(row -> row.getString(0))
                .containsExactlyInAnyOrderElementsOf(published);
        assertThat(database.count("from context.event_log"))
                .isEqualTo(database.count("from (select distinct source, type from context.event_log) d"));
        assertThat(database.count("from context.conversations c where c.last_event_seq <>"
                        + " (select count(*) from context.event_log l where l.conversation = c.id)"))
                .isZero();
        assertThat(database.count("from context.conversations c where c.last_transcript_seq <>"
                        + " (select count(*) from context.transcript t where t.conversation = c.id)"))
                .isZero();
        for (String conversation : expected.keySet()) {
            List<String> transcript = database
                    .rows("select t.role || ' ' || t.content from context.transcript t"
                            + " join context.conversations c on c.id = t.conversation where c.conversation_id = '"
                            + conversation
                            + "' order by t.seq")
                    .stream()
                    .map(row -> row.getString(0))
                    .toList();
            assertThat(of(transcript, "user")).isEqualTo(of(expected.get(conversation), "user"));
            List<String> answers = of(expected.get(conversation), "assistant");
            assertThat(of(transcript, "assistant")).isEqualTo(answers);
            assertThat(answers).allSatisfy(answer -> assertThat(transcript.subList(0, transcript.indexOf(answer)))
                    .as("what stands before its answer")
                    .contains(answer.replaceFirst("assistant re", "user")));
        }
    }

    private static List<String> of(List<String> said, String role) {
        return said.stream().filter(one -> one.startsWith(role)).toList();
    }
}
