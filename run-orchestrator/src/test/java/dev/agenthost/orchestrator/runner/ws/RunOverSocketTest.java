package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.lifecycle.attempt.ExecutedRun;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.plugin.PluginRecording;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(RunnerHalf.class)
class RunOverSocketTest extends SocketCase {
    private static final String STOP = "{\"finish_reason\":\"stop\"}";

    private final CollectingSink sink = new CollectingSink();

    @Test
    void aPluginIsAskedAsTheRecordedHostAsked() {
        try (ScriptedPlugin plugin = ready()) {
            ClaimedRun run = ClaimedRuns.claimed();
            ExecutedRun execution = sink.execute(executor, run);
            JsonNode runRequest = plugin.next("run_agent");
            JsonNode recorded = PluginRecording.fromHost("run_agent");

            assertThat(names(runRequest)).isEqualTo(names(recorded));
            assertThat(runRequest.at("/data/runner_id").asText()).isEqualTo("plugin:peer/probe-runner/default");
            assertThat(names(((ObjectNode) runRequest.path("data")).deepCopy().without("runner_id")))
                    .isEqualTo(names(recorded.path("data")));
            assertThat(names(runRequest.path("context"))).isEqualTo(names(recorded.path("context")));
            assertThat(names(runRequest.at("/data/context"))).isEqualTo(names(recorded.at("/data/context")));
            assertThat(runRequest.at("/data/runner_name").asText()).isEqualTo("default");
            assertThat(runRequest.at("/data/context/run_id").asText())
                    .isEqualTo(run.runId().toString());
            assertThat(runRequest.at("/data/context/runtime/trace_id").asText()).isEqualTo(run.traceId());
            assertThat(runRequest.at("/data/context/runtime/langbot_version").asText())
                    .isEqualTo("v4.11.0");
            assertThat(runRequest.at("/data/context/runtime/deadline_at").doubleValue())
                    .isEqualTo(run.deadlineAt().toEpochMilli() / 1000.0);
            assertThat(runRequest.at("/data/context/state/actor/seen").booleanValue())
                    .isTrue();
            JsonNode question = FakeContextStore.requests("/run-context").getFirst();
            assertThat(question.path("attempt").intValue()).isEqualTo(1);
            assertThat(question.path("state_scopes")).hasSize(4);
            assertThat(FakeContextStore.ASKED.getFirst().authorization()).isEqualTo("Bearer between-us");

            finish(plugin, runRequest);
            execution.close();
        }
    }

    @Test
    void theRecordedSessionRunsThrough() {
        try (ScriptedPlugin plugin = ready()) {
            ClaimedRun run = ClaimedRuns.claimed();
            sink.execute(executor, run);
            JsonNode runRequest = plugin.next("run_agent");
            for (JsonNode frame : PluginRecording.results()) {
                ObjectNode data = frame.path("data").deepCopy();
                if (data.has("run_id")) {
                    data.set("run_id", runRequest.at("/data/context/run_id"));
                }
                plugin.stream(runRequest, data, frame.path("chunk_status").asText());
            }

            assertThat(sink.ending()).isInstanceOfSatisfying(ExecutionOutcome.Completed.class, completed -> assertThat(
                            completed.usage().path("total_tokens").intValue())
                    .isEqualTo(3));
            assertThat(sink.results())
                    .extracting(ResultPayload::type)
                    .containsExactly(
                            "tool.call.started",
                            "tool.call.completed",
                            "state.updated",
                            "action.requested",
                            "message.completed");
            JsonNode applied = FakeContextStore.requests("/state/set").getFirst();
            assertThat(applied.path("operation_id").asText()).isEqualTo("1/result/3");
            assertThat(applied.path("name").asText()).isEqualTo("external.sid");
            assertThat(RunnerHalf.ScriptedOwnership.TOUCHED).contains(run.runId());
        }
    }

    @Test
    void aPluginStreamsAndItsOpenMessageIsClosed() {
        try (ScriptedPlugin plugin = ready()) {
            sink.execute(executor, ClaimedRuns.claimed());
            JsonNode runRequest = plugin.next("run_agent");
            plugin.result(runRequest, "message.delta", delta("hel"), 1);
            plugin.result(runRequest, "message.delta", delta("lo"), 2);
            finish(plugin, runRequest);

            assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
            assertThat(sink.said()).containsExactly("'hel'", "'lo'", "hello");
        }
    }

    @Test
    void oddResultsCostThemselvesAndNotTheRun() {
        try (ScriptedPlugin plugin = ready()) {
            sink.execute(executor, ClaimedRuns.claimed());
            JsonNode runRequest = plugin.next("run_agent");
            plugin.result(runRequest, "another-run", "message.completed", message("foreign"), 1);
            plugin.result(runRequest, "message.completed", message("first"), 1);
            plugin.result(runRequest, "message.completed", message("again"), 1);
            plugin.result(runRequest, "chunk", "{}", 2);
            plugin.result(runRequest, "message.completed", "{\"message\":{\"content\":7}}", 3);
            plugin.result(runRequest, "message.completed", message("x".repeat(1_100_000)), 4);
            plugin.result(runRequest, "message.completed", message("a".repeat(200_000)), 5);
            plugin.result(runRequest, "state.updated", "{\"scope\":\"galaxy\",\"key\":\"k\",\"value\":1}", 6);
            plugin.result(runRequest, "message.completed", message("after-gap"), 9);
            finish(plugin, runRequest);
            plugin.result(runRequest, "message.completed", message("too late"), 11);

            assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
            assertThat(sink.said()).containsExactly("first", "a".repeat(200_000), "after-gap");
        }
    }

    @Test
    void aStateUpdateThatIsNotGrantedIsDropped() {
        FakeContextStore.TROUBLE.put("/internal/v1/state/set", new FakeContextStore.Problem(413, "payload_too_large"));
        try (ScriptedPlugin plugin = ready()) {
            ClaimedRun run = ClaimedRuns.claimed(
                    ClaimedRuns.schedule(),
                    ClaimedRuns.binding(),
                    1,
                    Instant.now().plusSeconds(60));
            sink.execute(executor, run);
            JsonNode runRequest = plugin.next("run_agent");
            plugin.result(runRequest, "state.updated", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":1}", 1);
            plugin.result(runRequest, "state.updated", "{\"scope\":\"runner\",\"key\":\"k\",\"value\":1}", 2);
            plugin.result(runRequest, "message.completed", message("on"), 3);
            finish(plugin, runRequest);

            assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
            assertThat(sink.said()).containsExactly("on");
            assertThat(FakeContextStore.requests("/state/set")).hasSize(1);
        }
    }

    @Test
    void aFenceInContextStoreEndsTheExecution() {
        try (ScriptedPlugin plugin = ready()) {
            sink.execute(executor, ClaimedRuns.claimed());
            JsonNode runRequest = plugin.next("run_agent");
            FakeContextStore.TROUBLE.put("/internal/v1/state/set", new FakeContextStore.Problem(409, "conflict"));
            plugin.result(runRequest, "state.updated", "{\"scope\":\"runner\",\"key\":\"k\",\"value\":1}", 1);

            assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Superseded.class);
            assertThat(sink.results()).isEmpty();
        }
    }

    @Test
    void aRunnerNeverStartsWithoutContextStoresAnswer() {
        try (ScriptedPlugin plugin = ready()) {
            FakeContextStore.TROUBLE.put(
                    "/internal/v1/run-context", new FakeContextStore.Problem(503, "runtime_error"));
            sink.execute(executor, ClaimedRuns.claimed());

            assertThat(sink.ending())
                    .isInstanceOfSatisfying(
                            ExecutionOutcome.NotStarted.class,
                            notStarted -> assertThat(notStarted.code()).isEqualTo(FailureCode.CONTEXT_UNAVAILABLE));
            assertThat(plugin.hasNothing()).isTrue();
            assertThat(FakeContextStore.requests("/run-context").size()).isGreaterThan(1);
            assertThat(room()).isEqualTo(128);
        }
    }

    @Test
    void anOlderAttemptDoesNotStart() {
        try (ScriptedPlugin plugin = ready()) {
            FakeContextStore.TROUBLE.put("/internal/v1/run-context", new FakeContextStore.Problem(409, "conflict"));
            sink.execute(executor, ClaimedRuns.claimed());

            assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Superseded.class);
            assertThat(plugin.hasNothing()).isTrue();
        }
    }

    @Test
    void aLaterAttemptIsKnownToItsRunnerByAnotherId() {
        try (ScriptedPlugin plugin = ready()) {
            ClaimedRun run = ClaimedRuns.claimed(
                    ClaimedRuns.message(),
                    ClaimedRuns.binding(),
                    2,
                    Instant.now().plusSeconds(60));
            sink.execute(executor, run);
            JsonNode runRequest = plugin.next("run_agent");

            assertThat(runRequest.at("/data/context/run_id").asText())
                    .isEqualTo(RunIds.seenByRunner(run.runId(), 2).toString())
                    .isNotEqualTo(run.runId().toString());
            finish(plugin, runRequest);
            assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        }
    }

    @Test
    void withoutAConnectionNothingStarts() {
        sink.execute(executor, ClaimedRuns.claimed());

        assertThat(sink.ending())
                .isEqualTo(new ExecutionOutcome.NotStarted(
                        FailureCode.RUNNER_UNAVAILABLE, "no connection has room for the runner"));
    }

    @Test
    void aLostConnectionLosesAllItsRunsAfterWhatTheySaid() {
        CollectingSink other = new CollectingSink();
        ScriptedPlugin plugin = ready();
        ExecutedRun execution = sink.execute(executor, ClaimedRuns.claimed());
        other.execute(executor, ClaimedRuns.claimed());
        JsonNode runRequest = plugin.next("run_agent");
        plugin.next("run_agent");
        plugin.result(runRequest, "message.delta", delta("half"), 1);
        eventually(() -> !sink.results().isEmpty() || !other.results().isEmpty());
        plugin.close();

        assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.RunnerLost.class);
        assertThat(other.ending()).isInstanceOf(ExecutionOutcome.RunnerLost.class);
        List<ResultPayload> closing = execution.seal();
        assertThat(closing.size() + other.results().size()).isEqualTo(1);
        assertThat(execution.seal()).isEqualTo(closing);
        execution.close();
    }

    @Test
    void aRunWhoseResultsNobodyTakesEndsAloneAndTheSocketIsReadAgain() {
        assertThat(flooded(500, "x")).isInstanceOf(MessageCompleted.class);
    }

    @Test
    void aRunWithinItsOwnBoundsEndsAloneWhenAllHoldTooMuch() {
        flooded(4, "x".repeat(900_000));
    }

    /** Answers the last result of the run that was flooded. */
    private ResultPayload flooded(int results, String text) {
        CollectingSink other = new CollectingSink();
        try (ScriptedPlugin plugin = ready()) {
            ClaimedRun flooded = ClaimedRuns.claimed();
            sink.held().execute(executor, flooded);
            other.execute(executor, ClaimedRuns.claimed());
            JsonNode first = plugin.next("run_agent");
            JsonNode second = plugin.next("run_agent");
            boolean inOrder = first.at("/data/context/run_id")
                    .asText()
                    .equals(flooded.runId().toString());
            JsonNode flood = inOrder ? first : second;
            JsonNode calm = inOrder ? second : first;
            for (int i = 1; i <= results; i++) {
                plugin.result(flood, "message.delta", delta(text), i);
            }
            finish(plugin, calm);

            assertThat(other.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
            assertThat(sink.isOpen()).isTrue();
            sink.open();
            assertThat(sink.ending()).isInstanceOfSatisfying(ExecutionOutcome.Failed.class, failed -> assertThat(
                            failed.payload().code())
                    .isEqualTo("host.overloaded"));
            plugin.end(flood);
            return sink.results().getLast();
        }
    }

    @Test
    void aStreamThatTheWireFailsFailsTheRun() {
        try (ScriptedPlugin plugin = ready()) {
            sink.execute(executor, ClaimedRuns.claimed());
            plugin.fail(plugin.next("run_agent"), "AgentRunner default not found");

            assertThat(sink.ending()).isInstanceOfSatisfying(ExecutionOutcome.Failed.class, failed -> {
                assertThat(failed.payload().code()).isEqualTo("runner.error");
                assertThat(failed.payload().userMessage()).isEqualTo(FailureCode.RUNNER_ERROR.sentence());
            });
        }
    }

    @Test
    void twoPodsOfAPluginShareTheRuns() {
        try (ScriptedPlugin one = ready();
                ScriptedPlugin two = ready()) {
            CollectingSink other = new CollectingSink();
            sink.execute(executor, ClaimedRuns.claimed());
            other.execute(executor, ClaimedRuns.claimed());

            finish(one, one.next("run_agent"));
            finish(two, two.next("run_agent"));
            assertThat(sink.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
            assertThat(other.ending()).isInstanceOf(ExecutionOutcome.Completed.class);
        }
    }

    @Test
    void aPlaceIsHeldUntilTheRunnersStreamEnds() {
        try (ScriptedPlugin plugin = ready()) {
            ExecutedRun execution = sink.execute(executor, ClaimedRuns.claimed());
            JsonNode runRequest = plugin.next("run_agent");
            assertThat(room()).isEqualTo(127);

            execution.cancel(FailureCode.CANCELLED);
            execution.seal();
            execution.close();
            plugin.result(runRequest, "message.completed", message("unheard"), 1);
            assertThat(room()).isEqualTo(127);

            plugin.end(runRequest);
            eventually(() -> room() == 128);
            assertThat(sink.results()).isEmpty();
            assertThat(sink.isOpen()).isTrue();
        }
    }

    @Test
    void aRunnerThatNeverEndsItsStreamGivesItsPlaceBackAfterTheDeadline() {
        try (ScriptedPlugin plugin = ready()) {
            ClaimedRun run = ClaimedRuns.claimed(
                    ClaimedRuns.message(),
                    ClaimedRuns.binding(),
                    1,
                    Instant.now().minusSeconds(4));
            ExecutedRun execution = sink.execute(executor, run);
            plugin.next("run_agent");
            execution.close();

            eventually(() -> room() == 128);
        }
    }

    private static TreeSet<String> names(JsonNode node) {
        TreeSet<String> names = new TreeSet<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static void finish(ScriptedPlugin plugin, JsonNode runRequest) {
        plugin.result(runRequest, "run.completed", STOP, 1000);
        plugin.end(runRequest);
    }

    private static String delta(String text) {
        return "{\"chunk\":{\"role\":\"assistant\",\"content\":\"" + text + "\"}}";
    }

    private static String message(String text) {
        return "{\"message\":{\"role\":\"assistant\",\"content\":\"" + text + "\"}}";
    }
}
