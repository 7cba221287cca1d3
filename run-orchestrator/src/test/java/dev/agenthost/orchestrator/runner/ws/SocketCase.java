package dev.agenthost.orchestrator.runner.ws;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.lifecycle.attempt.RunExecutor;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** One application, dialled by scripted plugins. */
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(FakeContextStore.class)
abstract class SocketCase {
    @TestHTTPResource("/")
    URI address;

    @Inject
    Vertx vertx;

    @Inject
    RunExecutor executor;

    @BeforeEach
    void everythingInOrder() {
        FakeContextStore.TROUBLE.clear();
        FakeContextStore.ASKED.clear();
        RunnerHalf.ScriptedOwnership.mayAct = true;
        RunnerHalf.ScriptedOwnership.ours = true;
        RunnerHalf.ScriptedOwnership.TOUCHED.clear();
    }

    @AfterEach
    void nobodyIsConnected() {
        eventually(() -> executor.room().isEmpty());
    }

    /** The plugin of the recorded session, registered. */
    ScriptedPlugin ready() {
        int before = room();
        ScriptedPlugin plugin = ScriptedPlugin.ready(vertx, address.getPort(), RunnerHalf.KEY);
        eventually(() -> room() == before + 128);
        return plugin;
    }

    int room() {
        return executor.room().entrySet().stream()
                .filter(pool -> pool.getKey().runners().contains(ClaimedRuns.PROBE.toString()))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    static void eventually(Supplier<Boolean> condition) {
        await().pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(60))
                .until(condition::get);
    }

    static JsonNode json(String text) {
        return ScriptedPlugin.tree(text);
    }
}
