package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** A plugin of generation 0.4 or of the specification sends one document in messages of 64 KiB. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class MessagePiecesTest extends SocketCase {
    private static final int PIECE = 64 * 1024;

    private final CollectingSink sink = new CollectingSink();
    private final CollectingSink other = new CollectingSink();

    @Inject
    MeterRegistry meters;

    @Test
    void aLargeResultInSeveralMessagesArrivesWhole() {
        String text = "aé中\\\"{".repeat(50_000);
        try (ScriptedPlugin plugin = ready()) {
            sink.execute(executor, ClaimedRuns.claimed());
            JsonNode runRequest = plugin.next("run_agent");
            inPieces(
                    plugin,
                    result(
                            runRequest,
                            "message.completed",
                            "{\"message\":{\"role\":\"assistant\",\"content\":\"" + text + "\"}}",
                            1));
            inPieces(plugin, result(runRequest, "run.completed", "{\"finish_reason\":\"stop\"}", 2));
            plugin.end(runRequest);

            assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
            assertThat(sink.said().getFirst()).isEqualTo(text.replace("\\", ""));
        }
    }

    @Test
    void whatIsNotUnderstoodEndsTheRunsOfItsConnectionAndIsCounted() {
        double before = misunderstood();
        try (ScriptedPlugin plugin = ready()) {
            sink.execute(executor, ClaimedRuns.claimed());
            JsonNode first = plugin.next("run_agent");
            other.execute(executor, ClaimedRuns.claimed());
            JsonNode second = plugin.next("run_agent");

            plugin.raw("{\"seq_id\":" + first.path("seq_id") + ",\"code\":0,\"data\":{]}");
            assertThat(failure(sink)).isEqualTo("runner.protocol_error");
            assertThat(other.isOpen()).as("the frame named the first run").isTrue();

            plugin.raw("nonsense");
            assertThat(failure(other)).isEqualTo("runner.protocol_error");
            assertThat(misunderstood()).isEqualTo(before + 2);

            plugin.end(first);
            plugin.end(second);
            assertThat(plugin.call("__ping", json("{}")).at("/data/pong").asText())
                    .isEqualTo("pong");
        }
    }

    private double misunderstood() {
        return meters.get("agenthost.orchestrator.runner.frames.invalid")
                .tag("kind", "not_json")
                .counter()
                .count();
    }

    private static String failure(CollectingSink of) {
        return ((ExecutionOutcome.Failed) of.ending()).payload().code();
    }

    private static String result(JsonNode run, String type, String data, int sequence) {
        return "{\"seq_id\":" + run.path("seq_id") + ",\"code\":0,\"message\":\"success\",\"data\":{\"run_id\":"
                + run.at("/data/context/run_id") + ",\"type\":\"" + type + "\",\"data\":" + data
                + ",\"usage\":null,\"sequence\":"
                + sequence + ",\"timestamp\":null},\"chunk_status\":\"continue\"}";
    }

    private static void inPieces(ScriptedPlugin plugin, String text) {
        for (int from = 0; from < text.length(); from += PIECE) {
            plugin.raw(text.substring(from, Math.min(text.length(), from + PIECE)));
        }
    }
}
