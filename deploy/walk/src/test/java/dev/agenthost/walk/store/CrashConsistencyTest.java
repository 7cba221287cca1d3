package dev.agenthost.walk.store;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.walk.topic.TopicRecords;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The real process of context-store dies many times under more load than it can apply. At the end it has stored the contents of
 * the topics: each entry once, in order, no answer before its question.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrashConsistencyTest {

    private static final int DEATHS = Integer.getInteger("walk.deaths", 12);
    private static final Duration LONG = Duration.ofSeconds(120);

    /** The columns of a duplicated row of the log. */
    private static final String COLUMNS =
            "workspace_id, conversation, seq, transcript_seq, kind, type, event_id, run_id,"
                    + " attempt, sequence, at, data, usage, source, artifact_refs, item_type";

    private final long seed =
            Long.getLong("walk.seed", ThreadLocalRandom.current().nextInt(1_000_000));
    private ContextStoreBox box;
    private Connection database;
    private EventWriter pen;
    /** The recent time from a start to the first applied record, in milliseconds. */
    private long startMillis = 1_500;

    @BeforeAll
    void start() throws Exception {
        box = new ContextStoreBox(Map.of());
        database = box.connect();
        pen = new EventWriter(box.broker());
        System.out.println("deaths of context-store: -Dwalk.seed=" + seed);
    }

    @AfterAll
    void stop() throws Exception {
        if (box != null) {
            pen.close();
            database.close();
            box.close();
        }
    }

    @Test
    void manyDeathsUnderLoadLoseNothingDoubleNothingAndKeepTheOrder() throws Exception {
        box.store.startNoting();
        box.store.awaitReady();
        int died = 0;
        int unready = 0;
        int underLoad = 0;
        try (var talk = box.connect();
                var load = new LoadRegulator(new LoadGenerator(pen, new Random(seed)), pen, talk)) {
            awaitApplied(1_000);
            box.store.end();
            box.store.makeCache();
            for (KillPoint moment : KillPoint.some(DEATHS, new Random(seed + 1))) {
                long before = LoadRegulator.applied(database);
                box.store.start();
                die(moment, before);
                died++;
                long applied = LoadRegulator.applied(database);
                unready += applied == before ? 1 : 0;
                underLoad += pen.written() > applied ? 1 : 0;
                System.out.println("death " + died + ": " + moment + ", applied in this life " + (applied - before)
                        + ", waiting " + (pen.written() - applied));
            }
            box.store.start();
        }
        await("everything is applied")
                .atMost(LONG)
                .until(() -> box.store.lives() && LoadRegulator.applied(database) == pen.written());
        box.store.awaitReady();
        box.store.end();

        var topics = TopicRecords.all(box.broker());
        var told = TopicContents.on(topics);
        System.out.println(died + " deaths, " + unready + " of them before anything was applied, " + underLoad
                + " with records waiting: " + pen.written() + " records, "
                + told.lines().size() + " rows, "
                + told.unreadable().size() + " unreadable");
        assertThat(StoreComparison.of(told.lines(), StoredState.in(database))).isEmpty();
        assertThat(died).isEqualTo(DEATHS);
        assertThat(underLoad).isGreaterThan(DEATHS / 2);
        // Dead letters are at least once: a process may write the letter of an unreadable record again after the
        // earlier one
        // died.
        var aside = new TreeSet<String>();
        topics.forEach((topic, letters) -> {
            if (topic.endsWith(".dlq")) {
                letters.forEach(letter -> aside.add(TopicRecords.source(letter)));
            }
        });
        assertThat(aside).isEqualTo(new TreeSet<>(told.unreadable()));
        whateverIsWrongIsSeen(told.lines());
    }

    /** Runs the same comparison on the same database, with one injected error each time. */
    private void whateverIsWrongIsSeen(List<LogEntryKey> told) throws Exception {
        var some = "(select l.id from context.event_log l where l.kind = '%s' order by l.id offset %d limit 1)";
        var wrongs = new TreeMap<>(Map.of(
                "one twice",
                "insert into context.event_log (" + COLUMNS + ") select " + COLUMNS
                        + " from context.event_log where id = " + some.formatted("audit", 100),
                "one lost",
                "delete from context.event_log where id = " + some.formatted("receipt", 50),
                "said otherwise",
                "update context.transcript set content = content || '!' where (conversation, seq) = (select"
                        + " conversation, seq from context.transcript order by conversation, seq limit 1)",
                "in another order",
                "with two as (select id, seq from context.event_log where kind = 'event' order by"
                        + " conversation, seq limit 2) update context.event_log l set seq = (select sum(seq) from"
                        + " two) - l.seq from two where l.id = two.id"));
        for (var wrong : wrongs.entrySet()) {
            database.setAutoCommit(false);
            try (var statement = database.createStatement()) {
                assertThat(statement.executeUpdate(wrong.getValue()))
                        .as(wrong.getKey())
                        .isPositive();
                List<String> found = StoreComparison.of(told, StoredState.in(database));
                System.out.println(wrong.getKey() + ": " + found);
                assertThat(found).as(wrong.getKey()).isNotEmpty();
            } finally {
                database.rollback();
                database.setAutoCommit(true);
            }
        }
        assertThat(StoreComparison.of(told, StoredState.in(database))).isEmpty();
    }

    private void die(KillPoint moment, long before) throws Exception {
        switch (moment) {
            case KillPoint.Starting(double part) -> {
                Thread.sleep((long) (part * startMillis));
                box.store.lives();
                box.store.kill();
            }
            case KillPoint.Working(long records, Duration then) -> {
                long began = System.nanoTime();
                awaitApplied(before + 1);
                startMillis = Math.max(300, (System.nanoTime() - began) / 1_000_000);
                awaitApplied(before + records);
                Thread.sleep(then);
                box.store.lives();
                box.store.kill();
            }
            case KillPoint.AtStep(String step, long records) -> {
                awaitApplied(before + records);
                box.arm(step);
                assertThat(box.store.awaitDeath()).isEqualTo(137);
            }
        }
    }

    private void awaitApplied(long records) {
        await("so many records are applied")
                .atMost(LONG)
                .pollDelay(Duration.ZERO)
                .pollInterval(2, MILLISECONDS)
                .until(() -> box.store.lives() && LoadRegulator.applied(database) >= records);
    }
}
