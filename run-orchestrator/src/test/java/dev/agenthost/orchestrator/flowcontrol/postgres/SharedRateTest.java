package dev.agenthost.orchestrator.flowcontrol.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.flowcontrol.Rate;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.lifecycle.postgres.Silence;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two replicas, one bucket. */
class SharedRateTest {
    /** Refills by less than one in any test. */
    private static final Rate HUNDRED = new Rate(0.000_01, 100);

    private static RunsDatabase database;
    static Vertx vertx;
    static Pool pool;

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
    void full() {
        pool.query("TRUNCATE runs.rates").execute().await().indefinitely();
    }

    @Test
    void replicasShareABucket() {
        PostgresRateBucketRepository one = repository();
        PostgresRateBucketRepository two = repository();
        assertThat(taken(one, "ours", 1, 60)).isEqualTo(60);
        assertThat(taken(two, "ours", 1, 60)).isEqualTo(40);
        assertThat(taken(one, "ours", 1, 60)).isZero();
        assertThat(taken(two, "theirs", 1, 60)).isEqualTo(60);
        assertThat(one.take("ours", RateKind.MODEL_CALLS, 1, 5, HUNDRED).await().indefinitely())
                .isEqualTo(5);
    }

    @Test
    void takesNothingBelowTheMinimum() {
        assertThat(taken(repository(), "ours", 80, 80)).isEqualTo(80);
        assertThat(taken(repository(), "ours", 30, 50)).isZero();
        assertThat(taken(repository(), "ours", 10, 50)).isEqualTo(20);
    }

    @Test
    void refillsByTheDatabaseClockUpToTheBurst() {
        Rate rate = new Rate(2, 100);
        PostgresRateBucketRepository repository = repository();
        repository.take("ours", RateKind.HOST_CALLS, 100, 100, rate).await().indefinitely();
        pool.query("UPDATE runs.rates SET tokens = 0, filled_at = clock_timestamp() - interval '20 seconds'")
                .execute()
                .await()
                .indefinitely();
        assertThat(repository
                        .take("ours", RateKind.HOST_CALLS, 1, 100, rate)
                        .await()
                        .indefinitely())
                .isBetween(40.0, 100.0);
        pool.query("UPDATE runs.rates SET filled_at = clock_timestamp() - interval '1 day'")
                .execute()
                .await()
                .indefinitely();
        assertThat(repository
                        .take("ours", RateKind.HOST_CALLS, 1, 500, rate)
                        .await()
                        .indefinitely())
                .isEqualTo(100);
    }

    @Test
    void concurrentReplicasNeverExceedTheRate() {
        Rate rate = new Rate(0.000_01, 200);
        WorkspaceRateLimiter one = limits(rate);
        WorkspaceRateLimiter two = limits(rate);
        List<CompletableFuture<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            calls.add(call(one));
            calls.add(call(two));
        }
        long through = calls.stream().filter(CompletableFuture::join).count();
        assertThat(through).isEqualTo(200);
    }

    @Test
    void aDeletedBucketIsFull() {
        PostgresRateBucketRepository repository = repository();
        taken(repository, "ours", 100, 100);
        repository.sweep().await().indefinitely();
        assertThat(taken(repository, "ours", 1, 1)).isZero();
        pool.query("UPDATE runs.rates SET filled_at = clock_timestamp() - interval '2 hours'")
                .execute()
                .await()
                .indefinitely();
        repository.sweep().await().indefinitely();
        assertThat(taken(repository, "ours", 100, 100)).isEqualTo(100);
    }

    @Test
    void aSilentDatabaseDoesNotBlockCalls() throws Exception {
        try (var frozen = new Silence()) {
            WorkspaceRateLimiter limits = new WorkspaceRateLimiter(
                    Map.of(RateKind.HOST_CALLS, HUNDRED),
                    new PostgresRateBucketRepository(frozen.pool(vertx)),
                    System::nanoTime);
            assertThat(limits.take("ours", RateKind.HOST_CALLS, 1).await().indefinitely())
                    .isTrue();
        }
    }

    private static CompletableFuture<Boolean> call(WorkspaceRateLimiter limits) {
        return limits.take("ours", RateKind.HOST_CALLS, 1).subscribeAsCompletionStage();
    }

    private static WorkspaceRateLimiter limits(Rate rate) {
        return new WorkspaceRateLimiter(Map.of(RateKind.HOST_CALLS, rate), repository(), System::nanoTime);
    }

    private static PostgresRateBucketRepository repository() {
        return new PostgresRateBucketRepository(pool);
    }

    private static double taken(PostgresRateBucketRepository repository, String workspace, double need, double wish) {
        return repository
                .take(workspace, RateKind.HOST_CALLS, need, wish, HUNDRED)
                .await()
                .indefinitely();
    }
}
