package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.test.KafkaResource;
import dev.agenthost.local.test.PostgresResource;
import dev.agenthost.orchestrator.Runs;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.drive.Ending;
import dev.agenthost.orchestrator.drive.RunExecutor;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A plugin that behaves as WIRE §4.2 and the recorded session, over a real socket. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
@QuarkusTestResource(KafkaResource.class)
@QuarkusTestResource(PostgresResource.class)
@QuarkusTestResource(FakeContextStore.class)
class RunnerSocketTest {
    @TestHTTPResource("/")
    URI address;

    @Inject
    Vertx vertx;

    @Inject
    RunExecutor executor;

    @Test
    void aPluginRegistersRunsAndAnswers() {
        try (ScriptedPlugin plugin = ready()) {
            ClaimedRun run = Runs.claimed();
            CollectingSink sink = new CollectingSink();
            executor.execute(run, sink);

            JsonNode asked = plugin.next("run_agent");
            plugin.result(asked, "message.delta", "{\"chunk\":{\"role\":\"assistant\",\"content\":\"hel\"}}", 1);
            plugin.result(asked, "message.delta", "{\"chunk\":{\"role\":\"assistant\",\"content\":\"lo\"}}", 2);
            plugin.result(asked, "run.completed", "{\"finish_reason\":\"stop\"}", 3);
            plugin.end(asked);

            assertThat(sink.ending()).isInstanceOf(Ending.Completed.class);
            assertThat(sink.said()).containsExactly("'hel'", "'lo'", "hello");
        }
    }

    private ScriptedPlugin ready() {
        ScriptedPlugin plugin = ScriptedPlugin.ready(vertx, address.getPort(), RunnerHalf.KEY);
        await().atMost(Duration.ofSeconds(5)).until(() -> executor.room().getOrDefault(Runs.PROBE.toString(), 0) > 0);
        return plugin;
    }
}
