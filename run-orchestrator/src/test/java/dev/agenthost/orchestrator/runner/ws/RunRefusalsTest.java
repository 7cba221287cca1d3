package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.hostapi.HostActions;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** No method serves a call under an id that is not a live run of the caller. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class RunRefusalsTest extends HostApiCase {
    @Test
    void everyMethodNeedsARun() {
        assertThat(codes(json("{}"))).containsOnly("invalid_argument");
        assertThat(codes(json("{\"run_id\":null}"))).containsOnly("invalid_argument");
        assertThat(codes(json("{\"run_id\":\"\"}"))).containsOnly("invalid_argument");
    }

    @Test
    void noMethodKnowsAnInventedRun() {
        assertThat(codes(json("{\"run_id\":\"ghost\"}"))).containsOnly("not_found");
        assertThat(codes(json("{\"run_id\":\"" + UUID.randomUUID() + "\"}"))).containsOnly("not_found");
    }

    @Test
    void noMethodServesAnotherConnectionsRun() {
        try (ScriptedPlugin other = ready()) {
            assertThat(codes(other, data("{}"))).containsOnly("not_found");
        }
    }

    @Test
    void noMethodServesARunThatEnded() {
        execution.seal();
        execution.close();

        assertThat(codes(data("{}"))).containsOnly("not_found");
    }

    @Test
    void noMethodServesAnAttemptThatALaterOneSuperseded() {
        JsonNode older = data("{}");
        execution.close();
        start(ClaimedRuns.claimed(
                run.resolution().event(),
                ClaimedRuns.binding(),
                2,
                Instant.now().plusSeconds(60)));
        assertThat(runRequest.at("/data/context/run_id").asText())
                .isNotEqualTo(older.path("run_id").asText());

        assertThat(codes(older)).containsOnly("not_found");
        assertThat(error(plugin.call("state_get", data("{}")))).isEqualTo("invalid_argument");
    }

    @Test
    void noMethodButRunGetServesACancelledRun() {
        execution.cancel(FailureCode.CANCELLED);

        List<String> actions = new ArrayList<>(HostActions.ofARun());
        actions.remove("run_get");
        assertThat(codes(plugin, actions, data("{}"))).containsOnly("unauthorized");
    }

    @Test
    void noMethodServesARunPastItsDeadline() {
        execution.close();
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(), ClaimedRuns.binding(), 1, Instant.now().minusSeconds(1)));

        assertThat(codes(data("{}"))).containsOnly("deadline_exceeded");
    }

    @Test
    void noMethodServesWhileTheOwnerIsOverdue() {
        RunnerHalf.ScriptedOwnership.mayAct = false;

        assertThat(codes(data("{}"))).containsOnly("runtime_error");
    }

    @Test
    void noMethodFailsOnArgumentsOfAnotherKind() {
        ObjectNode odd = data("{}").deepCopy();
        for (String name :
                List.of("scope", "key", "limit", "target_run_id", "artifact_id", "tool_name", "file_key", "query")) {
            odd.putArray(name).addObject().put("a", 1);
        }
        ArrayNode list = json("[]").deepCopy();
        list.add(data("{}"));

        for (JsonNode answer : answers(plugin, HostActions.ofARun(), odd)) {
            JsonNode error = answer.at("/data/error");
            assertThat(error.path("code").asText())
                    .as(answer.toString())
                    .isIn("", "invalid_argument", "unauthorized", "not_found", "runtime_error");
            assertThat(error.path("message").asText()).doesNotContain("could not do this now");
        }
        assertThat(codes(plugin, HostActions.ofARun(), list)).containsOnly("invalid_argument");
    }

    private List<String> codes(JsonNode data) {
        return codes(plugin, data);
    }

    private static List<String> codes(ScriptedPlugin caller, JsonNode data) {
        return codes(caller, HostActions.ofARun(), data);
    }

    /** The codes of the refusals, each once; empty for a call that was served. */
    private static List<String> codes(ScriptedPlugin caller, List<String> actions, JsonNode data) {
        return answers(caller, actions, data).stream()
                .map(answer -> answer.at("/data/error/code").asText())
                .distinct()
                .toList();
    }

    private static List<JsonNode> answers(ScriptedPlugin caller, List<String> actions, JsonNode data) {
        List<Integer> numbers =
                actions.stream().map(action -> caller.ask(action, data)).toList();
        return numbers.stream().map(caller::answerTo).toList();
    }
}
