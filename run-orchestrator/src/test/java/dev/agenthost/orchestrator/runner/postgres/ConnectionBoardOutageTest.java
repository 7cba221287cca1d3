package dev.agenthost.orchestrator.runner.postgres;

import static org.awaitility.Awaitility.await;

import dev.agenthost.orchestrator.lifecycle.postgres.Silence;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionBoardOutageTest {
    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void retriesAWriteWithoutAResponse() throws IOException {
        try (var frozen = new Silence()) {
            var owner = new UUID(1, 1);
            var board = new PostgresConnectionRepository(
                    frozen.pool(vertx), new RunnerRegistry(), () -> owner, Duration.ofMillis(200), System::nanoTime);
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                board.tick();
                return frozen.connections() > 1;
            });
        }
    }
}
