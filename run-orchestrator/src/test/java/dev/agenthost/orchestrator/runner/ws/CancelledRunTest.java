package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.lifecycle.attempt.ExecutedRun;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.testkit.plugin.PluginRecording;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests a cancelled run at its connection: a runner that supports it is notified, and the slot is released after a timeout. */
@QuarkusTest
@TestProfile(CancelledRunTest.QuickTimeout.class)
class CancelledRunTest extends SocketCase {
    private final CollectingSink sink = new CollectingSink();

    @Test
    void aConnectionThatDeclaresItIsToldOnceOfARunnerThatCanBeInterrupted() {
        try (ScriptedPlugin plugin = connected(true, true)) {
            ExecutedRun execution = sink.execute(executor, ClaimedRuns.claimed());
            JsonNode request = plugin.next("run_agent");
            execution.cancel(FailureCode.CANCELLED);
            execution.cancel(FailureCode.DEADLINE_EXCEEDED);
            execution.seal();

            JsonNode notification = plugin.next("cancel_agent");
            assertThat(notification.get("data"))
                    .isEqualTo(json("{\"run_id\":\""
                            + request.at("/data/context/run_id").asText() + "\",\"reason\":\"cancelled\"}"));
            assertThat(notification.get("seq_id").longValue())
                    .isGreaterThan(request.get("seq_id").longValue());
            // It takes no slot, and nobody waits for an answer to it.
            assertThat(room()).isEqualTo(127);
            plugin.end(request);
            eventually(() -> room() == 128);
            execution.close();
            assertThat(plugin.hasNothing()).isTrue();
        }
    }

    @Test
    void aRunThatIsCancelledBeforeItIsSentIsNotSent() {
        try (ScriptedPlugin plugin = connected(true, true)) {
            FakeContextStore.TROUBLE.put(
                    "/internal/v1/run-context", new FakeContextStore.Problem(503, "runtime_error"));
            ExecutedRun execution = sink.execute(executor, ClaimedRuns.claimed());
            execution.cancel(FailureCode.CANCELLED);
            FakeContextStore.TROUBLE.clear();
            eventually(() -> room() == 128);
            assertThat(plugin.hasNothing()).isTrue();
            execution.close();
        }
    }

    @Test
    void aPluginOfLangBotIsToldNothingAndItsSlotIsFreeAfterTheTimeout() {
        try (ScriptedPlugin plugin = connected(false, true)) {
            isToldNothing(plugin);
        }
    }

    @Test
    void aRunnerWithoutInterruptIsToldNothingAndItsSlotIsFreeAfterTheTimeout() {
        try (ScriptedPlugin plugin = connected(true, false)) {
            isToldNothing(plugin);
        }
    }

    /** The deadline of its run is a minute away. */
    private void isToldNothing(ScriptedPlugin plugin) {
        ExecutedRun execution = sink.execute(executor, ClaimedRuns.claimed());
        JsonNode request = plugin.next("run_agent");
        execution.cancel(FailureCode.CANCELLED);
        execution.seal();
        eventually(() -> room() == 128);
        assertThat(plugin.hasNothing()).isTrue();

        ObjectNode call = (ObjectNode) json("{\"scope\":\"conversation\",\"key\":\"k\"}");
        call.put("run_id", request.at("/data/context/run_id").asText());
        JsonNode error = plugin.call("state_get", call).at("/data/error");
        assertThat(error.path("code").asText()).isEqualTo("unauthorized");
        assertThat(error.at("/details/reason").asText()).isEqualTo("cancelled");

        // What it still says is dropped, and the connection goes on.
        plugin.result(request, "message.completed", "{\"message\":{\"role\":\"assistant\",\"content\":\"x\"}}", 1);
        plugin.end(request);
        execution.close();
        CollectingSink other = new CollectingSink();
        other.execute(executor, ClaimedRuns.claimed());
        JsonNode next = plugin.next("run_agent");
        plugin.result(next, "run.completed", "{\"finish_reason\":\"stop\"}", 1);
        plugin.end(next);
        other.ending();
        assertThat(sink.results()).isEmpty();
    }

    private ScriptedPlugin connected(boolean declares, boolean interrupt) {
        ObjectNode registration = ScriptedPlugin.registration("peer", "probe-runner", RunnerHalf.KEY);
        if (declares) {
            registration.put("cancel_agent", true);
        }
        ObjectNode container = PluginRecording.container().deepCopy();
        ((ObjectNode) container.at("/components/0/manifest/manifest/spec/capabilities")).put("interrupt", interrupt);
        ScriptedPlugin plugin = ScriptedPlugin.ready(vertx, address.getPort(), RunnerHalf.KEY, registration, container);
        eventually(() -> room() == 128);
        return plugin;
    }

    /** A second instead of half a minute. */
    public static final class QuickTimeout implements QuarkusTestProfile {
        private final RunnerHalf usual = new RunnerHalf();

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return usual.getEnabledAlternatives();
        }

        @Override
        public Map<String, String> getConfigOverrides() {
            Map<String, String> settings = new HashMap<>(usual.getConfigOverrides());
            settings.put("agenthost.runner.cancel-timeout", "1s");
            return settings;
        }
    }
}
