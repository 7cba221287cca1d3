package dev.agenthost.orchestrator.model.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.catalogue.CatalogueRepository;
import dev.agenthost.orchestrator.model.EmbeddingModelRegistry;
import dev.agenthost.orchestrator.model.EmbeddingModelSync;
import dev.agenthost.orchestrator.model.EmbeddingSyncRepository.Due;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.model.ModelKind;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
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

/** Embedding models from the catalogue to whoever has to know of them, on real PostgreSQL: twice, out of order, past kills. */
class TellingTest {
    private static final Duration TERM = Duration.ofMinutes(5);
    private static final Vertx VERTX = Vertx.vertx();

    private static DatabaseAddress at;
    private static Pool pool;

    private final Known known = new Known();
    private CatalogueRepository<Model> catalogue;
    private PostgresEmbeddingSyncRepository ledger;

    @BeforeAll
    static void aDatabase() {
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
    void nothingIsThere() {
        run("DELETE FROM runs.models");
        run("DELETE FROM runs.embedding_tellings");
        catalogue = PostgresModels.in(pool);
        ledger = new PostgresEmbeddingSyncRepository(pool);
    }

    @Test
    void whatIsWrittenOfAnEmbeddingModelIsTold() {
        await(catalogue.create(embedding("m", "small")));
        tell();

        assertThat(known.last("m")).satisfies(telling -> {
            assertThat(telling.workspaceId()).isEqualTo("w");
            assertThat(telling.model())
                    .isEqualTo(new EmbeddingModelChange.Definition(
                            "https://models.example/v1",
                            "small",
                            "KEY",
                            JsonNodeFactory.instance.objectNode().put("dimensions", 3),
                            true));
        });
        assertThat(waiting()).isZero();
    }

    @Test
    void aChangeAndTheEndAreToldWithHigherRevisionsAlsoWhenItIsMadeAgain() {
        await(catalogue.create(embedding("m", "small")));
        tell();
        await(catalogue.replace(embedding("m", "large"), new ExpectedVersion.Any()));
        tell();
        await(catalogue.delete("w", "m", new ExpectedVersion.Any()));
        tell();
        await(catalogue.create(embedding("m", "again")));
        tell();

        List<EmbeddingModelChange> told = known.told;
        assertThat(told).extracting(EmbeddingModelChange::revision).isSorted().doesNotHaveDuplicates();
        assertThat(told.stream()
                        .map(one -> one.model() == null ? "gone" : one.model().model()))
                .containsExactly("small", "large", "gone", "again");
        assertThat(waiting()).isZero();
    }

    @Test
    void otherKindsAreNobodysBusinessUntilTheyBecomeOneOrCeaseToBe() {
        await(catalogue.create(chat("m")));
        assertThat(waiting()).isZero();
        await(catalogue.replace(embedding("m", "small"), new ExpectedVersion.Any()));
        tell();
        assertThat(known.last("m").model()).isNotNull();
        await(catalogue.replace(chat("m"), new ExpectedVersion.Any()));
        tell();
        assertThat(known.last("m").model()).isNull();
        await(catalogue.delete("w", "m", new ExpectedVersion.Any()));
        assertThat(waiting()).isZero();
    }

    @Test
    void whatWasRefusedToChangeIsNotTold() {
        await(catalogue.create(embedding("m", "small")));
        tell();

        await(catalogue.replace(embedding("m", "large"), new ExpectedVersion.Exactly(7)));
        await(catalogue.create(embedding("m", "other")));

        assertThat(waiting()).isZero();
    }

    @Test
    void whatIsWrittenWhileItIsToldIsToldAfterIt() {
        await(catalogue.create(embedding("m", "small")));
        known.meanwhile = () -> await(catalogue.replace(embedding("m", "large"), new ExpectedVersion.Any()));

        tell();
        tell();

        assertThat(known.told.stream().map(one -> one.model().model())).containsExactly("small", "large");
        assertThat(waiting()).isZero();
    }

    @Test
    void whatNobodyTakesComesAgainUntilSomebodyDoes() {
        await(catalogue.create(embedding("m", "small")));
        known.away = true;
        for (int i = 0; i < 3; i++) {
            tell();
            assertThat(waiting()).isOne();
            assertThat(number("SELECT count(*) FROM runs.embedding_tellings WHERE due_at > clock_timestamp()"))
                    .as("not at once")
                    .isOne();
            due();
        }
        known.away = false;

        tell();

        assertThat(known.last("m").model()).isNotNull();
        assertThat(waiting()).isZero();
    }

    @Test
    void oneThatIsRefusedHoldsNoOtherUp() {
        await(catalogue.create(embedding("bad", "small")));
        for (int i = 0; i < 20; i++) {
            await(catalogue.create(embedding("m" + i, "small")));
        }
        known.refused = "bad";

        tell();

        assertThat(known.told).hasSize(20);
        assertThat(waiting()).isOne();
    }

    @Test
    void aReplicaThatDiesWhileItTellsIsFollowedByAnother() {
        await(catalogue.create(embedding("m", "small")));
        List<Due> dead = await(ledger.take(8, TERM));
        assertThat(dead).hasSize(1);
        tell();
        assertThat(known.told).as("it is in hand").isEmpty();
        due();

        tell();

        assertThat(known.told).hasSize(1);
        assertThat(waiting()).isZero();
    }

    @Test
    void whoeverWasOvertakenTakesNothingFromWhatIsNewer() {
        await(catalogue.create(embedding("m", "small")));
        EmbeddingModelChange late = await(ledger.take(8, TERM)).getFirst().telling();
        await(catalogue.replace(embedding("m", "large"), new ExpectedVersion.Any()));

        await(ledger.told(late));
        await(ledger.later(late, TERM));
        await(ledger.above(late, 1_000_000));

        tell();
        assertThat(known.told).hasSize(1);
        assertThat(known.last("m").revision()).isLessThan(1_000_000);
        assertThat(known.last("m").model().model()).isEqualTo("large");
    }

    @Test
    void aDatabaseThatCameBackFromABackupIsHeardAgain() {
        known.revisions.put("m", 5_000L);
        await(catalogue.create(embedding("m", "small")));

        tell();
        tell();

        assertThat(known.last("m").revision()).isEqualTo(5_001);
        await(catalogue.replace(embedding("m", "large"), new ExpectedVersion.Any()));
        tell();
        tell();
        assertThat(known.last("m").revision()).isEqualTo(5_002);
        assertThat(known.last("m").model().model()).isEqualTo("large");
        assertThat(waiting()).isZero();
    }

    @Test
    void twoReplicasTellEachOnce() {
        for (int i = 0; i < 30; i++) {
            await(catalogue.create(embedding("m" + i, "small")));
        }

        Uni.join()
                .all(teller().tell(), teller().tell(), teller().tell())
                .andFailFast()
                .await()
                .atMost(Duration.ofSeconds(30));

        assertThat(known.told)
                .extracting(EmbeddingModelChange::modelId)
                .doesNotHaveDuplicates()
                .hasSize(30);
        assertThat(waiting()).isZero();
    }

    private EmbeddingModelSync teller() {
        return new EmbeddingModelSync(ledger, known);
    }

    private void tell() {
        await(teller().tell());
    }

    private static void due() {
        run("UPDATE runs.embedding_tellings SET due_at = clock_timestamp()");
    }

    private static long waiting() {
        return number("SELECT count(*) FROM runs.embedding_tellings");
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

    /** As context-store: a newer one counts. */
    private static final class Known implements EmbeddingModelRegistry {
        final List<EmbeddingModelChange> told = new CopyOnWriteArrayList<>();
        final Map<String, Long> revisions = new ConcurrentHashMap<>();
        volatile boolean away;
        volatile String refused = "";
        volatile Runnable meanwhile = () -> {};

        @Override
        public Uni<Told> tell(EmbeddingModelChange telling) {
            if (telling.modelId().equals(refused)) {
                return Uni.createFrom().item(new Told.Refused("invalid_argument"));
            }
            if (away) {
                return Uni.createFrom().failure(new IllegalStateException("nobody is there"));
            }
            return Uni.createFrom()
                    .item(() -> {
                        Runnable now = meanwhile;
                        meanwhile = () -> {};
                        now.run();
                        told.add(telling);
                        return (Told) new Told.Known(revisions.merge(telling.modelId(), telling.revision(), Math::max));
                    })
                    .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
        }

        EmbeddingModelChange last(String model) {
            return new ArrayList<>(told)
                    .reversed().stream()
                            .filter(one -> one.modelId().equals(model))
                            .findFirst()
                            .orElseThrow();
        }
    }
}
