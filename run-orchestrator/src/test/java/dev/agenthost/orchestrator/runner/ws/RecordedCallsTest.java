package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.testkit.plugin.PluginRecording;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replays the recorded calls of a real SDK to this host: each answer has the fields of the recorded one. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class RecordedCallsTest extends ToolCase {
    private final ScriptedModels models = new ScriptedModels();

    @BeforeEach
    void everythingIsGranted() {
        keepModel("m-1", "chat");
        keepModel("rr-1", "rerank");
        aPluginThatIs(HostApiCase::counting);
        ResourcePolicy all = new ResourcePolicy(
                List.of("m-1", "rr-1"),
                List.of(server + "/add"),
                List.of("kb-1"),
                List.of(),
                List.of(),
                List.of("plugin", "workspace"),
                List.of("history", "events", "state", "artifacts", "runs"),
                null);
        ObjectNode config = json("{\"prompt\":\"be nice\"}").deepCopy();
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(),
                steered(ClaimedRuns.binding(all, StatePolicy.defaults(), DeliveryPolicy.defaults(), config)),
                1,
                Instant.now().plusSeconds(60)));
        RunnerHalf.ListedRuns.RUNS.clear();
        RunnerHalf.ListedRuns.RUNS.put(run.runId(), view(Instant.now()));
    }

    @AfterEach
    void theProviderStops() {
        models.close();
    }

    @Test
    void answersEachRecordedCallInTheExpectedFormat() {
        Map<String, ScriptedModels.Script> provider = Map.of(
                "invoke_llm", ScriptedModels.json(200, ScriptedModels.answer("LLM says hi")),
                "invoke_llm_stream",
                        ScriptedModels.stream(
                                ScriptedModels.delta("Hel"),
                                "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
                                "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":3,\"total_tokens\":6}}\n\n",
                                "data: [DONE]\n\n"),
                "invoke_rerank",
                        ScriptedModels.json(
                                200,
                                "{\"results\":[{\"index\":0,\"relevance_score\":1.0},{\"index\":1,\"relevance_score\":0.5}]}"));

        List<JsonNode> calls = PluginRecording.calls();
        assertThat(calls).hasSize(29);
        for (JsonNode call : calls) {
            String action = call.path("action").asText();
            if (provider.containsKey(action)) {
                models.script(provider.get(action));
            }
            List<JsonNode> answers = answers(plugin.ask(action, ours(call)), action);

            List<JsonNode> recorded = PluginRecording.answersTo(call);
            recorded.forEach(frame -> assertThat(answers)
                    .as("%s: %s in %s", action, frame, answers)
                    .anyMatch(answer -> holds(frame, answer)));
        }
    }

    /** The recorded call with this test's run and tool. */
    private JsonNode ours(JsonNode call) {
        String recorded = runRequest.at("/data/context/run_id").asText();
        ObjectNode data = call.path("data").deepCopy();
        data.put("run_id", recorded);
        if (data.has("target_run_id")) {
            data.put("target_run_id", recorded);
        }
        if (data.has("tool_name")) {
            data.put("tool_name", name(data.path("tool_name").asText()));
        }
        return data;
    }

    private List<JsonNode> answers(int number, String action) {
        List<JsonNode> answers = new ArrayList<>();
        do {
            answers.add(plugin.answerTo(number));
            assertThat(answers.getLast().path("code").intValue())
                    .as("%s: %s", action, answers)
                    .isZero();
        } while (action.equals("invoke_llm_stream")
                && !answers.getLast().path("chunk_status").asText().equals("end"));
        return answers;
    }

    /** Returns true if our answer has each field of the recorded one, of the same kind; the result of a tool may differ. */
    private static boolean holds(JsonNode recorded, JsonNode ours) {
        if (recorded.isObject()) {
            return ours.isObject()
                    && recorded.properties().stream()
                            .allMatch(field -> ours.has(field.getKey())
                                    && (field.getKey().equals("result")
                                            || holds(field.getValue(), ours.path(field.getKey()))));
        }
        if (recorded.isArray()) {
            return ours.isArray() && (recorded.isEmpty() || !ours.isEmpty() && holds(recorded.get(0), ours.get(0)));
        }
        return recorded.isNull() || ours.isNull() || recorded.getNodeType() == ours.getNodeType();
    }

    private void keepModel(String id, String kind) {
        as("key-one").delete("/api/v1/models/" + id);
        as("key-one")
                .contentType("application/json")
                .body("{\"model_id\":\"" + id + "\",\"kind\":\"" + kind + "\",\"provider\":{\"base_url\":\""
                        + models.url() + "\"},\"model\":\"small\"}")
                .post("/api/v1/models")
                .then()
                .statusCode(201);
    }

    private static BindingSnapshot steered(BindingSnapshot plain) {
        return new BindingSnapshot(
                plain.bindingId(),
                plain.bindingVersion(),
                plain.agentId(),
                plain.agentVersion(),
                plain.runnerId(),
                plain.runnerConfig(),
                plain.resourcePolicy(),
                plain.statePolicy(),
                plain.deliveryPolicy(),
                TurnPolicy.STEER,
                plain.retryPolicy(),
                plain.deadlinePolicy());
    }
}
