package dev.agenthost.orchestrator.lifecycle.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A database that cannot be reached, or does not answer. */
class OutageTest {
    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void aStatementWithoutAConnectionLeavesNoTimer() throws Exception {
        List<Throwable> uncaught = new CopyOnWriteArrayList<>();
        vertx.exceptionHandler(uncaught::add);
        var nobody = new Silence();
        nobody.close();
        PoolOptions aSecond = new PoolOptions().setConnectionTimeout(1);
        Statements statements =
                new Statements(Pool.newInstance(ConnectionPools.open(vertx, List.of(nobody.address()), aSecond)));
        CompletableFuture<Void> afterTheClientsOwnLimit = new CompletableFuture<>();

        assertThat(statements
                        .run("SELECT 1")
                        .onItemOrFailure()
                        .transform((rows, why) -> why != null)
                        .await()
                        .atMost(Duration.ofSeconds(30)))
                .isTrue();
        vertx.setTimer(1_500, timer -> afterTheClientsOwnLimit.complete(null));
        afterTheClientsOwnLimit.get(30, TimeUnit.SECONDS);

        assertThat(uncaught).isEmpty();
    }

    @Test
    void theListenerReconnectsAfterASilentDatabase() throws IOException {
        try (var frozen = new Silence()) {
            var wakes = new PostgresNotificationListener(frozen.pool(vertx), Map.of(), Duration.ofMillis(200));
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                wakes.keep();
                return frozen.connections() > 1;
            });
        }
    }
}
