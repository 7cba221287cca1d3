package dev.agenthost.orchestrator.runner.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.LogLines;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.runner.RunnerDirectoryProducer;
import dev.agenthost.orchestrator.runner.RunnerDirectorySync;
import dev.agenthost.protocol.runner.KnownRunner;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two replicas publish the runners that are connected to either. */
class RosterTest {
    private static final String HELPER = "plugin:acme/helper/default";

    private static RunsDatabase database;
    static Vertx vertx;
    static Pool pool;

    private final Told told = new Told();
    private final UUID alive = UUID.randomUUID();

    /** Records in the order in which they came. */
    private static final class Told implements RunnerDirectoryProducer {
        final List<String> records = new CopyOnWriteArrayList<>();
        final List<KnownRunner> runners = new CopyOnWriteArrayList<>();
        volatile Uni<Void> answer = Uni.createFrom().voidItem();

        @Override
        public Uni<Void> tell(KnownRunner runner, Instant changedAt) {
            return answer.invoke(() -> {
                records.add(runner.recordKey());
                runners.add(runner);
            });
        }

        @Override
        public Uni<Void> forget(String runnerId) {
            return answer.invoke(() -> records.add("-" + runnerId));
        }
    }

    @BeforeAll
    static void open() {
        database = RunsDatabase.fresh();
        vertx = database.vertx();
        pool = database.pool();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() {
        sql("TRUNCATE runs.leases, runs.runner_connections, runs.known_runners");
        sql(
                "INSERT INTO runs.leases (incarnation, replica, expires_at) VALUES ($1, 'one', clock_timestamp() + interval '1 hour')",
                alive);
    }

    @Test
    void aRunnerIsToldOnceHoweverManyReplicasSeeIt() {
        connected("c1", alive, "a", "ours");
        both();
        both();

        assertThat(told.records).containsExactly(HELPER);
        assertThat(told.runners.getFirst()).satisfies(runner -> {
            assertThat(runner.workspaces()).containsExactly("ours");
            assertThat(runner.generation()).isEqualTo("later");
            assertThat(runner.configSchema())
                    .singleElement()
                    .satisfies(field -> assertThat(field.path("name").asText()).isEqualTo("a"));
        });
    }

    @Test
    void itIsToldAgainWhenItChangesAndTheNewestConnectionCounts() {
        connected("c1", alive, "a", "ours");
        both();
        connected("c2", alive, "b", "theirs");
        both();
        both();

        assertThat(told.records).containsExactly(HELPER, HELPER);
        assertThat(told.runners.getLast().workspaces()).containsExactly("ours", "theirs");
        assertThat(told.runners.getLast().configSchema().getFirst().path("name").asText())
                .isEqualTo("b");
    }

    @Test
    void whoIsGoneStaysKnownAndTheDeadSayNothing() {
        UUID dead = UUID.randomUUID();
        sql(
                "INSERT INTO runs.leases (incarnation, replica, expires_at, dead) VALUES ($1, 'two', clock_timestamp(), true)",
                dead);
        connected("c1", dead, "a", "ours");
        both();
        assertThat(told.records).isEmpty();

        connected("c2", alive, "a", "ours");
        both();
        sql("TRUNCATE runs.runner_connections");
        both();
        assertThat(told.records).containsExactly(HELPER);
    }

    @Test
    void whatKafkaDidNotTakeIsToldLater() {
        connected("c1", alive, "a", "ours");
        told.answer = Uni.createFrom().failure(new IllegalStateException("the broker is away"));
        keeper().tick();
        await().atMost(Duration.ofSeconds(30)).until(() -> sqlCount("told < revision") == 1);
        assertThat(told.records).isEmpty();

        told.answer = Uni.createFrom().voidItem();
        both();
        assertThat(told.records).containsExactly(HELPER);
    }

    @Test
    void onlyOneTellsAtATime() {
        connected("c1", alive, "a", "ours");
        CompletableFuture<Void> slow = new CompletableFuture<>();
        told.answer = Uni.createFrom().completionStage(() -> slow);
        PostgresRunnerDirectoryRepository roster = new PostgresRunnerDirectoryRepository(pool);
        roster.changed().await().indefinitely().forEach(runner -> roster.keep(runner)
                .await()
                .indefinitely());
        var first = roster.tell(told).subscribeAsCompletionStage();
        await().atMost(Duration.ofSeconds(30)).until(RosterTest::isTaken);

        roster.tell(told).await().indefinitely();
        assertThat(told.records).isEmpty();

        slow.complete(null);
        first.toCompletableFuture().join();
        assertThat(told.records).containsExactly(HELPER);
    }

    @Test
    void eachIsToldAgainAfterADayAndForgottenWhenNobodySawItForLong() {
        connected("c1", alive, "a", "ours");
        both();
        sql("UPDATE runs.known_runners SET told_at = told_at - interval '25 hours'");
        both();
        assertThat(told.records).containsExactly(HELPER, HELPER);

        sql("TRUNCATE runs.runner_connections");
        sql("UPDATE runs.known_runners SET seen_at = seen_at - interval '36 days'");
        both();
        both();
        assertThat(told.records).containsExactly(HELPER, HELPER, "-" + HELPER);
        assertThat(sqlCount("true")).isZero();
    }

    @Test
    void oneThatCannotBeReadHidesNobodyAndIsSaidOnce() {
        connectedAs("plugin:acme/a-broken/default", "c0", "{\"name\": 7}");
        connectedAs("not a runner", "c1", "{}");
        connected("c2", alive, "a", "ours");
        try (var log = new LogLines(PostgresRunnerDirectoryRepository.class)) {
            RunnerDirectorySync keeper = keeper();
            keeper.keep().await().indefinitely();
            keeper.keep().await().indefinitely();

            assertThat(told.records).containsExactly(HELPER);
            assertThat(log.all()).hasSize(2).allMatch(line -> line.contains("cannot be read"));
            sql("TRUNCATE runs.runner_connections");
            connectedAs("plugin:acme/a-broken/default", "c0", manifest("a").toString());
            keeper.keep().await().indefinitely();
            assertThat(told.records).containsExactly(HELPER, "plugin:acme/a-broken/default");
        }
    }

    @Test
    void whatWasKeptAndCannotBeReadAnyMoreHidesNobodyAndIsSaidOnce() {
        connectedAs("plugin:acme/a-broken/default", "c0", manifest("a").toString());
        connected("c1", alive, "a", "ours");
        PostgresRunnerDirectoryRepository roster = new PostgresRunnerDirectoryRepository(pool);
        roster.changed().await().indefinitely().forEach(sighting -> roster.keep(sighting)
                .await()
                .indefinitely());
        sql("UPDATE runs.known_runners SET document = '{' WHERE runner_id = 'plugin:acme/a-broken/default'");
        try (var log = new LogLines(PostgresRunnerDirectoryRepository.class)) {
            roster.tell(told).await().indefinitely();
            roster.tell(told).await().indefinitely();

            assertThat(told.records).containsExactly(HELPER);
            assertThat(log.all()).singleElement().asString().contains("a-broken");
        }
    }

    @Test
    void whatIsKnownIsNotReadAgainBeforeAnHourIsOver() {
        connected("c1", alive, "a", "ours");
        PostgresRunnerDirectoryRepository roster = new PostgresRunnerDirectoryRepository(pool);
        round();
        assertThat(roster.changed().await().indefinitely()).isEmpty();
        // The previous build writes no fingerprint.
        sql("UPDATE runs.known_runners SET fingerprint = NULL");
        assertThat(roster.changed().await().indefinitely()).hasSize(1);
        both();
        assertThat(roster.changed().await().indefinitely()).isEmpty();
        sql("UPDATE runs.known_runners SET seen_at = seen_at - interval '61 minutes'");
        assertThat(roster.changed().await().indefinitely()).hasSize(1);
        both();
        assertThat(told.records).containsExactly(HELPER);
    }

    @Test
    void aRunnerThatSaysTooMuchOfItselfIsNotTold() {
        connected("c1", alive, "a".repeat(RunnerDirectorySync.LARGEST), "ours");
        try (var log = new LogLines(PostgresRunnerDirectoryRepository.class)) {
            RunnerDirectorySync keeper = keeper();
            keeper.keep().await().indefinitely();
            keeper.keep().await().indefinitely();
            assertThat(log.all()).singleElement().asString().contains("bytes of itself");
        }
        assertThat(told.records).isEmpty();
    }

    /** A round of each of two replicas. */
    private void both() {
        round();
        round();
    }

    private void round() {
        keeper().keep().await().indefinitely();
    }

    private RunnerDirectorySync keeper() {
        return new RunnerDirectorySync(new PostgresRunnerDirectoryRepository(pool), told);
    }

    /** A connection as the board writes it; later ones are newer. */
    private static void connected(String id, UUID incarnation, String field, String workspace) {
        insert(HELPER, id, incarnation, workspace, manifest(field).toString());
    }

    private void connectedAs(String runnerId, String id, String manifest) {
        insert(runnerId, id, alive, "ours", manifest);
    }

    private static ObjectNode manifest(String field) {
        ObjectNode manifest = JsonNodeFactory.instance.objectNode();
        manifest.put("id", HELPER).put("name", "default").putObject("label").put("en_US", "Helper");
        manifest.putArray("config_schema").addObject().put("name", field).put("type", "string");
        return manifest;
    }

    private static void insert(String runnerId, String id, UUID incarnation, String workspace, String manifest) {
        sql(
                "INSERT INTO runs.runner_connections (connection_id, runner_id, incarnation, workspaces, manifest)"
                        + " VALUES ($1, $2, $3, $4, $5)",
                id,
                runnerId,
                incarnation,
                new String[] {workspace},
                new JsonObject(manifest));
    }

    private static boolean isTaken() {
        return pool.query("SELECT count(*)::integer AS n FROM pg_locks WHERE locktype = 'advisory' AND granted")
                        .execute()
                        .await()
                        .indefinitely()
                        .iterator()
                        .next()
                        .getInteger("n")
                > 0;
    }

    private static int sqlCount(String where) {
        return pool.query("SELECT count(*)::integer AS n FROM runs.known_runners WHERE " + where)
                .execute()
                .await()
                .indefinitely()
                .iterator()
                .next()
                .getInteger("n");
    }

    private static void sql(String statement, Object... values) {
        pool.preparedQuery(statement)
                .execute(Tuple.from(List.of(values)))
                .await()
                .indefinitely();
    }
}
