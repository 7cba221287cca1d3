package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.testkit.plugin.PluginRecording;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A connection is one plugin's: whoever registers on it again is refused, and nothing changes. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class SecondRegistrationTest extends HostApiCase {
    @Test
    void isRefusedAndTheRunsOfTheFirstGoOn() {
        for (JsonNode again : List.of(registration("peer", "probe-runner"), registration("peer", "another"))) {
            JsonNode answer = plugin.call("register_plugin", again);

            assertThat(answer.path("code").intValue()).as(again.toString()).isEqualTo(1);
        }
        assertThat(executor.room().keySet()).singleElement().satisfies(pool -> assertThat(pool.runners())
                .containsExactly(ClaimedRuns.PROBE.toString()));
        served("state_set", "{\"scope\":\"conversation\",\"key\":\"k\",\"value\":1}");
        plugin.result(runRequest, "run.completed", "{\"finish_reason\":\"stop\"}", 1);
        sink.ending();
    }

    @Test
    void isRefusedWhileTheFirstIsStillDescribingItself() {
        try (ScriptedPlugin other = ScriptedPlugin.dial(vertx, address.getPort(), Map.of())) {
            other.ask("register_plugin", registration("peer", "probe-runner"));
            assertThat(other.next().path("code").intValue()).isZero();
            JsonNode initialize = other.next("initialize_plugin");

            assertThat(other.call("register_plugin", registration("peer", "another"))
                            .path("message")
                            .asText())
                    .isEqualTo("already registered");
            other.answer(initialize, json("{}"));
            other.answer(other.next("get_plugin_container"), PluginRecording.container());
            eventually(() -> room() == 255);
        }
        eventually(() -> room() == 127);
    }

    private static JsonNode registration(String author, String name) {
        return ScriptedPlugin.registration(author, name, RunnerHalf.KEY);
    }
}
