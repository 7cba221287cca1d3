package dev.agenthost.orchestrator.model.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.model.EmbeddingModelRegistry;
import dev.agenthost.orchestrator.model.EmbeddingModelSync;
import dev.agenthost.orchestrator.model.EmbeddingSyncRepository.Due;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.model.ModelKind;
import dev.agenthost.platform.postgres.ChangeJournal;
import dev.agenthost.platform.postgres.ChangeSteps;
import dev.agenthost.platform.postgres.PostgresVersionedRepository;
import dev.agenthost.platform.rest.ChangeContext;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the synchronization of embedding models on real PostgreSQL: repeated, out of order, after kills. */
class PostgresEmbeddingSyncRepositoryTest {
    private static final Duration TERM = Duration.ofMinutes(5);
    private static final Vertx VERTX = Vertx.vertx();

    private static DatabaseAddress at;
    private static Pool pool;

    private static final ChangeContext CHANGE = new ChangeContext("id", "key", Instant.EPOCH);
    private static final ChangeJournal JOURNAL = new ChangeJournal() {
        @Override
        public String service() {
            return "run-orchestrator";
        }

        @Override
        public Uni<Void> record(SqlConnection transaction, AuditEntry entry) {
            return Uni.createFrom().voidItem();
        }
    };

    private final RecordingRegistry contextStore = new RecordingRegistry();
    private VersionedRepository<Model> catalogue;
    private PostgresEmbeddingSyncRepository repository;

    @BeforeAll
    static void open() {
        at = PostgresTestDatabase.freshDatabase();
        migrations().migrate();
        pool = pool(at);
    }

    @AfterAll
    static void close() {
        pool.closeAndAwait();
        VERTX.close().toCompletionStage().toCompletableFuture().join();
    }

    @BeforeEach
    void clear() {
        run("DELETE FROM runs.models");
        run("DELETE FROM runs.embedding_changes");
        catalogue = new PostgresVersionedRepository<>(pool, ModelTable.TABLE, JOURNAL, new ChangeSteps<>() {});
        repository = new PostgresEmbeddingSyncRepository(pool);
    }

    @Test
    void sendsAChangeOfAnEmbeddingModel() {
        await(catalogue.create(embedding("m", "small"), CHANGE));
        synchronize();

        assertThat(contextStore.last("m")).satisfies(change -> {
            assertThat(change.workspaceId()).isEqualTo("w");
            assertThat(change.model())
                    .isEqualTo(new EmbeddingModelChange.Definition(
                            "https://models.example/v1",
                            "small",
                            "KEY",
                            JsonNodeFactory.instance.objectNode().put("dimensions", 3),
                            true));
        });
        assertThat(unsent()).isZero();
    }

    @Test
    void sendsEachChangeAndDeletionWithAHigherRevision() {
        await(catalogue.create(embedding("m", "small"), CHANGE));
        synchronize();
        await(catalogue.replace(embedding("m", "large"), new ExpectedVersion.Any(), CHANGE));
        synchronize();
        await(catalogue.delete("w", "m", new ExpectedVersion.Any(), CHANGE));
        synchronize();
        await(catalogue.create(embedding("m", "again"), CHANGE));
        synchronize();

        List<EmbeddingModelChange> received = contextStore.received;
        assertThat(received)
                .extracting(EmbeddingModelChange::revision)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(received.stream()
                        .map(one ->
                                one.model() == null ? "deleted" : one.model().model()))
                .containsExactly("small", "large", "deleted", "again");
        assertThat(unsent()).isZero();
    }

    @Test
    void sendsOnlyChangesFromAndToTheKindEmbedding() {
        await(catalogue.create(chat("m"), CHANGE));
        assertThat(unsent()).isZero();
        await(catalogue.replace(embedding("m", "small"), new ExpectedVersion.Any(), CHANGE));
        synchronize();
        assertThat(contextStore.last("m").model()).isNotNull();
        await(catalogue.replace(chat("m"), new ExpectedVersion.Any(), CHANGE));
        synchronize();
        assertThat(contextStore.last("m").model()).isNull();
        await(catalogue.delete("w", "m", new ExpectedVersion.Any(), CHANGE));
        assertThat(unsent()).isZero();
    }

    @Test
    void sendsNoRejectedChange() {
        await(catalogue.create(embedding("m", "small"), CHANGE));
        synchronize();

        await(catalogue.replace(embedding("m", "large"), new ExpectedVersion.Exactly(7), CHANGE));
        await(catalogue.create(embedding("m", "other"), CHANGE));

        assertThat(unsent()).isZero();
    }

    @Test
    void sendsAConcurrentChangeAfterwards() {
        await(catalogue.create(embedding("m", "small"), CHANGE));
        contextStore.beforeResponse =
                () -> await(catalogue.replace(embedding("m", "large"), new ExpectedVersion.Any(), CHANGE));

        synchronize();
        synchronize();

        assertThat(contextStore.received.stream().map(one -> one.model().model()))
                .containsExactly("small", "large");
        assertThat(unsent()).isZero();
    }

    @Test
    void retriesUntilContextStoreIsAvailable() {
        await(catalogue.create(embedding("m", "small"), CHANGE));
        contextStore.unavailable = true;
        for (int i = 0; i < 3; i++) {
            synchronize();
            assertThat(unsent()).isOne();
            assertThat(number("SELECT count(*) FROM runs.embedding_changes WHERE due_at > clock_timestamp()"))
                    .as("not at once")
                    .isOne();
            due();
        }
        contextStore.unavailable = false;

        synchronize();

        assertThat(contextStore.last("m").model()).isNotNull();
        assertThat(unsent()).isZero();
    }

    @Test
    void aRefusedChangeDoesNotDelayOthers() {
        await(catalogue.create(embedding("bad", "small"), CHANGE));
        for (int i = 0; i < 20; i++) {
            await(catalogue.create(embedding("m" + i, "small"), CHANGE));
        }
        contextStore.refused = "bad";

        synchronize();

        assertThat(contextStore.received).hasSize(20);
        assertThat(unsent()).isOne();
    }

    @Test
    void anotherReplicaSendsTheClaimOfADeadOneAfterItsTerm() {
        await(catalogue.create(embedding("m", "small"), CHANGE));
        List<Due> dead = await(repository.claim(8, TERM));
        assertThat(dead).hasSize(1);
        synchronize();
        assertThat(contextStore.received).as("it is claimed").isEmpty();
        due();

        synchronize();

        assertThat(contextStore.received).hasSize(1);
        assertThat(unsent()).isZero();
    }

    @Test
    void anOutdatedClaimDoesNotAffectANewerChange() {
        await(catalogue.create(embedding("m", "small"), CHANGE));
        EmbeddingModelChange late = await(repository.claim(8, TERM)).getFirst().change();
        await(catalogue.replace(embedding("m", "large"), new ExpectedVersion.Any(), CHANGE));

        await(repository.remove(late));
        await(repository.postpone(late, TERM));
        await(repository.raise(late, 1_000_000));

        synchronize();
        assertThat(contextStore.received).hasSize(1);
        assertThat(contextStore.last("m").revision()).isLessThan(1_000_000);
        assertThat(contextStore.last("m").model().model()).isEqualTo("large");
    }

    @Test
    void raisesRevisionsAboveThoseOfContextStore() {
        contextStore.revisions.put("m", 5_000L);
        await(catalogue.create(embedding("m", "small"), CHANGE));

        synchronize();
        synchronize();

        assertThat(contextStore.last("m").revision()).isEqualTo(5_001);
        await(catalogue.replace(embedding("m", "large"), new ExpectedVersion.Any(), CHANGE));
        synchronize();
        synchronize();
        assertThat(contextStore.last("m").revision()).isEqualTo(5_002);
        assertThat(contextStore.last("m").model().model()).isEqualTo("large");
        assertThat(unsent()).isZero();
    }

    @Test
    void concurrentReplicasSendEachChangeOnce() {
        for (int i = 0; i < 30; i++) {
            await(catalogue.create(embedding("m" + i, "small"), CHANGE));
        }

        Uni.join()
                .all(sync().synchronize(), sync().synchronize(), sync().synchronize())
                .andFailFast()
                .await()
                .atMost(Duration.ofSeconds(30));

        assertThat(contextStore.received)
                .extracting(EmbeddingModelChange::modelId)
                .doesNotHaveDuplicates()
                .hasSize(30);
        assertThat(unsent()).isZero();
    }

    private EmbeddingModelSync sync() {
        return new EmbeddingModelSync(repository, contextStore);
    }

    private void synchronize() {
        await(sync().synchronize());
    }

    private static void due() {
        run("UPDATE runs.embedding_changes SET due_at = clock_timestamp()");
    }

    private static long unsent() {
        return number("SELECT count(*) FROM runs.embedding_changes");
    }

    private static long number(String sql) {
        return pool.query(sql).executeAndAwait().iterator().next().getLong(0);
    }

    private static void run(String sql) {
        pool.query(sql).executeAndAwait();
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(20));
    }

    private static Model embedding(String id, String name) {
        return new Model(
                "w",
                id,
                ModelKind.EMBEDDING,
                new Model.Provider("https://models.example/v1", "KEY"),
                name,
                null,
                JsonNodeFactory.instance.objectNode().put("dimensions", 3),
                true,
                1);
    }

    private static Model chat(String id) {
        return new Model(
                "w",
                id,
                ModelKind.CHAT,
                new Model.Provider("https://models.example/v1", "KEY"),
                "talks",
                null,
                JsonNodeFactory.instance.objectNode(),
                true,
                1);
    }

    private static Flyway migrations() {
        return Flyway.configure()
                .dataSource(at.jdbcUrl(), at.user(), at.password())
                .locations("db/runs")
                .schemas("runs")
                .defaultSchema("runs")
                .load();
    }

    private static Pool pool(DatabaseAddress address) {
        return Pool.newInstance(PgBuilder.pool()
                .connectingTo(PgConnectOptions.fromUri(address.reactiveUrl())
                        .setUser(address.user())
                        .setPassword(address.password()))
                .with(new PoolOptions().setMaxSize(8))
                .using(VERTX)
                .build());
    }

    /** Accepts changes as context-store does: the newer revision takes effect. */
    private static final class RecordingRegistry implements EmbeddingModelRegistry {
        final List<EmbeddingModelChange> received = new CopyOnWriteArrayList<>();
        final Map<String, Long> revisions = new ConcurrentHashMap<>();
        volatile boolean unavailable;
        volatile String refused = "";
        volatile Runnable beforeResponse = () -> {};

        @Override
        public Uni<Response> send(EmbeddingModelChange change) {
            if (change.modelId().equals(refused)) {
                return Uni.createFrom().item(new Response.Refused("invalid_argument"));
            }
            if (unavailable) {
                return Uni.createFrom().failure(new IllegalStateException("context-store is unavailable"));
            }
            return Uni.createFrom()
                    .item(() -> {
                        Runnable now = beforeResponse;
                        beforeResponse = () -> {};
                        now.run();
                        received.add(change);
                        return (Response)
                                new Response.Known(revisions.merge(change.modelId(), change.revision(), Math::max));
                    })
                    .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
        }

        EmbeddingModelChange last(String model) {
            return new ArrayList<>(received)
                    .reversed().stream()
                            .filter(one -> one.modelId().equals(model))
                            .findFirst()
                            .orElseThrow();
        }
    }
}
