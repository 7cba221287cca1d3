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
class PostgresRunnerDirectoryRepositoryTest {
    private static final String HELPER = "plugin:acme/helper/default";

    private static RunsDatabase database;
    static Vertx vertx;
    static Pool pool;

    private final RecordingProducer producer = new RecordingProducer();
    private final UUID alive = UUID.randomUUID();

    /** Stores the records in their order. */
    private static final class RecordingProducer implements RunnerDirectoryProducer {
        final List<String> records = new CopyOnWriteArrayList<>();
        final List<KnownRunner> runners = new CopyOnWriteArrayList<>();
        volatile Uni<Void> answer = Uni.createFrom().voidItem();

        @Override
        public Uni<Void> publish(KnownRunner runner, Instant changedAt) {
            return answer.invoke(() -> {
                records.add(runner.recordKey());
                runners.add(runner);
            });
        }

        @Override
        public Uni<Void> publishTombstone(String runnerId) {
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
    void publishesARunnerOnceForAllReplicas() {
        connected("c1", alive, "a", "ours");
        both();
        both();

        assertThat(producer.records).containsExactly(HELPER);
        assertThat(producer.runners.getFirst()).satisfies(runner -> {
            assertThat(runner.workspaces()).containsExactly("ours");
            assertThat(runner.generation()).isEqualTo("later");
            assertThat(runner.configSchema())
                    .singleElement()
                    .satisfies(field -> assertThat(field.path("name").asText()).isEqualTo("a"));
        });
    }

    @Test
    void publishesAChangeOfTheNewestConnection() {
        connected("c1", alive, "a", "ours");
        both();
        connected("c2", alive, "b", "theirs");
        both();
        both();

        assertThat(producer.records).containsExactly(HELPER, HELPER);
        assertThat(producer.runners.getLast().workspaces()).containsExactly("ours", "theirs");
        assertThat(producer.runners
                        .getLast()
                        .configSchema()
                        .getFirst()
                        .path("name")
                        .asText())
                .isEqualTo("b");
    }

    @Test
    void aDisconnectedRunnerStaysKnownAndDeadReplicasAreIgnored() {
        UUID dead = UUID.randomUUID();
        sql(
                "INSERT INTO runs.leases (incarnation, replica, expires_at, dead) VALUES ($1, 'two', clock_timestamp(), true)",
                dead);
        connected("c1", dead, "a", "ours");
        both();
        assertThat(producer.records).isEmpty();

        connected("c2", alive, "a", "ours");
        both();
        sql("TRUNCATE runs.runner_connections");
        both();
        assertThat(producer.records).containsExactly(HELPER);
    }

    @Test
    void retriesAFailedPublication() {
        connected("c1", alive, "a", "ours");
        producer.answer = Uni.createFrom().failure(new IllegalStateException("the broker is unavailable"));
        sync().tick();
        await().atMost(Duration.ofSeconds(30)).until(() -> sqlCount("published_revision < revision") == 1);
        assertThat(producer.records).isEmpty();

        producer.answer = Uni.createFrom().voidItem();
        both();
        assertThat(producer.records).containsExactly(HELPER);
    }

    @Test
    void onlyOneReplicaPublishesAtATime() {
        connected("c1", alive, "a", "ours");
        CompletableFuture<Void> slow = new CompletableFuture<>();
        producer.answer = Uni.createFrom().completionStage(() -> slow);
        PostgresRunnerDirectoryRepository repository = new PostgresRunnerDirectoryRepository(pool);
        repository.changed().await().indefinitely().forEach(runner -> repository
                .store(runner)
                .await()
                .indefinitely());
        var first = repository.publishPending(producer).subscribeAsCompletionStage();
        await().atMost(Duration.ofSeconds(30)).until(PostgresRunnerDirectoryRepositoryTest::isLocked);

        repository.publishPending(producer).await().indefinitely();
        assertThat(producer.records).isEmpty();

        slow.complete(null);
        first.toCompletableFuture().join();
        assertThat(producer.records).containsExactly(HELPER);
    }

    @Test
    void publishesAgainAfterADayAndATombstoneAfter35Days() {
        connected("c1", alive, "a", "ours");
        both();
        sql("UPDATE runs.known_runners SET published_at = published_at - interval '25 hours'");
        both();
        assertThat(producer.records).containsExactly(HELPER, HELPER);

        sql("TRUNCATE runs.runner_connections");
        sql("UPDATE runs.known_runners SET last_seen_at = last_seen_at - interval '36 days'");
        both();
        both();
        assertThat(producer.records).containsExactly(HELPER, HELPER, "-" + HELPER);
        assertThat(sqlCount("true")).isZero();
    }

    @Test
    void anUnreadableManifestHidesNoOtherAndIsLoggedOnce() {
        connectedAs("plugin:acme/a-broken/default", "c0", "{\"name\": 7}");
        connectedAs("not a runner", "c1", "{}");
        connected("c2", alive, "a", "ours");
        try (var log = new LogLines(PostgresRunnerDirectoryRepository.class)) {
            RunnerDirectorySync sync = sync();
            sync.synchronize().await().indefinitely();
            sync.synchronize().await().indefinitely();

            assertThat(producer.records).containsExactly(HELPER);
            assertThat(log.all()).hasSize(2).allMatch(line -> line.contains("is unreadable"));
            sql("TRUNCATE runs.runner_connections");
            connectedAs("plugin:acme/a-broken/default", "c0", manifest("a").toString());
            sync.synchronize().await().indefinitely();
            assertThat(producer.records).containsExactly(HELPER, "plugin:acme/a-broken/default");
        }
    }

    @Test
    void anUnreadableEntryHidesNoOtherAndIsLoggedOnce() {
        connectedAs("plugin:acme/a-broken/default", "c0", manifest("a").toString());
        connected("c1", alive, "a", "ours");
        PostgresRunnerDirectoryRepository repository = new PostgresRunnerDirectoryRepository(pool);
        repository.changed().await().indefinitely().forEach(entry -> repository
                .store(entry)
                .await()
                .indefinitely());
        sql("UPDATE runs.known_runners SET document = '{' WHERE runner_id = 'plugin:acme/a-broken/default'");
        try (var log = new LogLines(PostgresRunnerDirectoryRepository.class)) {
            repository.publishPending(producer).await().indefinitely();
            repository.publishPending(producer).await().indefinitely();

            assertThat(producer.records).containsExactly(HELPER);
            assertThat(log.all()).singleElement().asString().contains("a-broken");
        }
    }

    @Test
    void anUnchangedRunnerIsReadAgainAfterAnHour() {
        connected("c1", alive, "a", "ours");
        PostgresRunnerDirectoryRepository repository = new PostgresRunnerDirectoryRepository(pool);
        round();
        assertThat(repository.changed().await().indefinitely()).isEmpty();
        // The previous build writes no fingerprint.
        sql("UPDATE runs.known_runners SET fingerprint = NULL");
        assertThat(repository.changed().await().indefinitely()).hasSize(1);
        both();
        assertThat(repository.changed().await().indefinitely()).isEmpty();
        sql("UPDATE runs.known_runners SET last_seen_at = last_seen_at - interval '61 minutes'");
        assertThat(repository.changed().await().indefinitely()).hasSize(1);
        both();
        assertThat(producer.records).containsExactly(HELPER);
    }

    @Test
    void doesNotPublishARunnerThatIsTooLarge() {
        connected("c1", alive, "a".repeat(RunnerDirectorySync.LARGEST), "ours");
        try (var log = new LogLines(PostgresRunnerDirectoryRepository.class)) {
            RunnerDirectorySync sync = sync();
            sync.synchronize().await().indefinitely();
            sync.synchronize().await().indefinitely();
            assertThat(log.all()).singleElement().asString().contains("its record has");
        }
        assertThat(producer.records).isEmpty();
    }

    /** A round of each of two replicas. */
    private void both() {
        round();
        round();
    }

    private void round() {
        sync().synchronize().await().indefinitely();
    }

    private RunnerDirectorySync sync() {
        return new RunnerDirectorySync(new PostgresRunnerDirectoryRepository(pool), producer);
    }

    /** Inserts a connection; later ones are newer. */
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

    private static boolean isLocked() {
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
