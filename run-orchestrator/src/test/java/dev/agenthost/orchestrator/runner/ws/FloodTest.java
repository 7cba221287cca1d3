package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.lifecycle.attempt.ExecutedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Runners that send more than is processed, and await nothing. */
@QuarkusTest
@TestProfile(FloodHalf.class)
class FloodTest extends SocketCase {
    private static final int MANY = 2_000;
    private static final String STOP = "{\"finish_reason\":\"stop\"}";

    private final CollectingSink sink = new CollectingSink();
    private final CollectingSink other = new CollectingSink();

    @Inject
    BufferBudget memory;

    @Test
    void everyDeltaOfAFloodArrivesOnceInOrderAndFewResultsComeOfIt() {
        try (ScriptedPlugin plugin = ready()) {
            sink.execute(executor, ClaimedRuns.claimed());
            JsonNode runRequest = plugin.next("run_agent");
            flood(plugin, runRequest, MANY);
            finish(plugin, runRequest);

            assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
            assertThat(deltas()).isEqualTo(words(MANY));
            assertThat(sink.said().getLast()).isEqualTo(words(MANY));
            assertThat(sink.results()).hasSizeBetween(2, MANY / 4);
        }
    }

    @Test
    void aFloodHoldsUpNobodyOnAnotherConnectionAndLittleOfItIsInMemory() {
        ScriptedPlugin wild = ready();
        ExecutedRun flooding = sink.held().execute(executor, ClaimedRuns.claimed());
        flood(wild, wild.next("run_agent"), 2 * MANY);
        eventually(() -> memory.used() > 0);
        try (wild;
                ScriptedPlugin quiet = ready()) {
            other.execute(executor, ClaimedRuns.claimed());
            JsonNode calm = quiet.next("run_agent");

            for (int i = 1; i <= 10; i++) {
                quiet.result(calm, "message.delta", delta("c"), i);
                assertThat(quiet.call("__ping", json("{}")).at("/data/pong").asText())
                        .isEqualTo("pong");
            }
            finish(quiet, calm);

            assertThat(other.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
            assertThat(sink.isOpen()).isTrue();
            assertThat(memory.used()).as("fifty frames and one").isLessThan(51 * 2 * 400);

            flooding.close();
            assertThat(memory.used()).isZero();
            assertThat(wild.call("__ping", json("{}")).at("/data/pong").asText())
                    .as("what it said for the run that is over does not hold it for ever")
                    .isEqualTo("pong");
        }
    }

    @Test
    void aConnectionThatIsNotReadIsNotCutForItsSilenceAndGoesOnWhenItIs() {
        try (ScriptedPlugin plugin = ready()) {
            sink.held().execute(executor, ClaimedRuns.claimed());
            JsonNode runRequest = plugin.next("run_agent");
            flood(plugin, runRequest, MANY / 5);
            int behind = plugin.ask("__ping", json("{}"));

            await().during(Duration.ofSeconds(3))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> room() == 127 && plugin.hasNothing());

            sink.open();
            assertThat(plugin.answerTo(behind).at("/data/pong").asText()).isEqualTo("pong");
            finish(plugin, runRequest);
            assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
            assertThat(deltas()).isEqualTo(words(MANY / 5));
        }
    }

    @Test
    void whatWasSaidBeforeTheSocketClosedIsHeard() {
        ScriptedPlugin plugin = ready();
        sink.execute(executor, ClaimedRuns.claimed());
        JsonNode runRequest = plugin.next("run_agent");
        flood(plugin, runRequest, MANY / 4);
        finish(plugin, runRequest);
        plugin.leave();

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        assertThat(deltas()).isEqualTo(words(MANY / 4));
        plugin.close();
    }

    @Test
    void noiseIsReadAtARateAndNothingBehindItIsLost() {
        try (ScriptedPlugin plugin = ready()) {
            IntStream.range(0, 3 * MANY).forEach(i -> plugin.raw("nonsense"));

            assertThat(plugin.call("__ping", json("{}")).at("/data/pong").asText())
                    .isEqualTo("pong");
        }
    }

    private static void flood(ScriptedPlugin plugin, JsonNode runRequest, int deltas) {
        IntStream.rangeClosed(1, deltas)
                .forEach(i -> plugin.result(runRequest, "message.delta", delta("w" + i + " "), i));
    }

    private static void finish(ScriptedPlugin plugin, JsonNode runRequest) {
        plugin.result(runRequest, "run.completed", STOP, 1_000_000);
        plugin.end(runRequest);
    }

    /** The texts of the deltas, joined. */
    private String deltas() {
        return sink.results().stream()
                .filter(MessageDelta.class::isInstance)
                .map(result -> ((MessageDelta) result).chunk().plainText())
                .collect(Collectors.joining());
    }

    private static String words(int deltas) {
        return IntStream.rangeClosed(1, deltas).mapToObj(i -> "w" + i + " ").collect(Collectors.joining());
    }

    private static String delta(String text) {
        return "{\"chunk\":{\"role\":\"assistant\",\"content\":\"" + text + "\"}}";
    }
}
