package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.Runs;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.drive.Execution;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.topic.Topics;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(RunnerHalf.class)
class HostApiTest extends SocketCase {
    private final CollectingSink sink = new CollectingSink();
    private ClaimedRun run = Runs.claimed();
    private ScriptedPlugin plugin;
    private Execution execution;
    private JsonNode asked;

    @Inject
    Pool pool;

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String broker;

    @BeforeEach
    void aRunIsUnderWay() {
        plugin = ready();
        start(run);
    }

    @AfterEach
    void itsConnectionEnds() {
        plugin.close();
        execution.close();
    }

    @Test
    void theVersionNeedsNoRun() {
        assertThat(plugin.call("get_langbot_version", json("{}")).path("data"))
                .isEqualTo(json("{\"version\":\"v4.11.0\"}"));
    }

    @Test
    void everyOtherCallNeedsARun() {
        assertThat(error(plugin.call("state_get", json("{\"scope\":\"actor\",\"key\":\"k\"}"))))
                .isEqualTo("invalid_argument");
        assertThat(error(plugin.call("state_get", json("[]")))).isEqualTo("invalid_argument");
        assertThat(error(plugin.call("state_get", json("{\"run_id\":\"ghost\",\"scope\":\"actor\",\"key\":\"k\"}"))))
                .isEqualTo("not_found");
    }

    @Test
    void anotherConnectionsRunDoesNotExist() {
        try (ScriptedPlugin other = ready()) {
            JsonNode answer = other.call("state_get", data("{\"scope\":\"actor\",\"key\":\"k\"}"));

            assertThat(error(answer)).isEqualTo("not_found");
            assertThat(answer.path("message").asText()).contains("not found or expired");
        }
    }

    @Test
    void anErrorIsStructuredAndCoded() {
        JsonNode answer = plugin.call("state_get", data("{\"scope\":\"workspace\",\"key\":\"k\"}"));

        assertThat(answer.path("code").intValue()).isEqualTo(1);
        assertThat(answer.path("chunk_status").asText()).isEqualTo("continue");
        assertThat(answer.at("/data/error/code").asText()).isEqualTo("unauthorized");
        assertThat(answer.at("/data/error/message").asText())
                .isEqualTo(answer.path("message").asText());
        assertThat(answer.at("/data/error/retryable").isBoolean()).isTrue();
        assertThat(answer.at("/data/error/details").isObject()).isTrue();
    }

    @Test
    void stateGoesRound() {
        String key = "{\"scope\":\"conversation\",\"key\":\"external.k\"}";

        assertThat(served("state_get", key)).isEqualTo(json("{\"value\":null}"));
        assertThat(served("state_set", "{\"scope\":\"conversation\",\"key\":\"external.k\",\"value\":{\"n\":1}}"))
                .isEqualTo(json("{\"success\":true}"));
        assertThat(served("state_get", key)).isEqualTo(json("{\"value\":{\"n\":1}}"));
        assertThat(served("state_list", "{\"scope\":\"conversation\",\"prefix\":\"external.\",\"limit\":100}"))
                .isEqualTo(json("{\"keys\":[\"external.k\"],\"has_more\":false}"));
        assertThat(served("state_delete", key)).isEqualTo(json("{\"success\":true}"));
        assertThat(served("state_delete", key)).isEqualTo(json("{\"success\":false}"));
        assertThat(RunnerHalf.ScriptedOwnership.TOUCHED).contains(run.runId());
        List<JsonNode> changes = FakeContextStore.asked("/state/delete");
        assertThat(changes.get(0).path("operation_id"))
                .isNotEqualTo(changes.get(1).path("operation_id"));
        assertThat(changes.getFirst().at("/key/subject").asText()).isEqualTo("conv-1/");
    }

    @Test
    void theOldNameOfTheExternalConversationIsAnAlias() {
        served("state_set", "{\"scope\":\"conversation\",\"key\":\"conversation_id\",\"value\":\"abc\"}");

        assertThat(served("state_get", "{\"scope\":\"conversation\",\"key\":\"external.conversation_id\"}"))
                .isEqualTo(json("{\"value\":\"abc\"}"));
    }

    @Test
    void badStateIsRefusedBeforeAnythingIsAsked() {
        String large = "x".repeat(256 * 1024);
        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":\"" + large + "\"}"))
                .isEqualTo("payload_too_large");
        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"k\"}")).isEqualTo("invalid_argument");
        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"\",\"value\":1}"))
                .isEqualTo("invalid_argument");
        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":7,\"value\":1}"))
                .isEqualTo("invalid_argument");
        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":\"\\u0000\"}"))
                .isEqualTo("invalid_argument");
        assertThat(refused("state_get", "{\"scope\":\"galaxy\",\"key\":\"k\"}")).isEqualTo("invalid_argument");
        assertThat(FakeContextStore.asked("/state/set")).isEmpty();
    }

    @Test
    void historyIsOfThisConversationAndNoOther() {
        JsonNode page = served(
                "history_page",
                "{\"conversation_id\":null,\"before_cursor\":null,\"after_cursor\":null,\"limit\":5,\"direction\":\"backward\",\"include_attachments\":false}");

        assertThat(page.at("/items/0/content").asText()).isEqualTo("earlier");
        // The recorded plugin is made with the later SDK, which has a name of its own for these.
        assertThat(page.at("/items/0/attachment_refs").isArray()).isTrue();
        assertThat(page.at("/items/0").has("artifact_refs")).isFalse();
        assertThat(page.has("next_cursor") && page.has("prev_cursor") && page.has("has_more"))
                .isTrue();
        JsonNode question = FakeContextStore.asked("/history/page").getFirst();
        assertThat(question.path("positions")).isEqualTo(json("[\"agent.events/3@42\",\"agent.run-results/3@7\"]"));
        assertThat(question.path("conversation_id").asText()).isEqualTo("conv-1");
        assertThat(question.path("limit").intValue()).isEqualTo(5);

        served("history_page", "{\"conversation_id\":\"conv-1\",\"limit\":5000}");
        assertThat(FakeContextStore.asked("/history/page")
                        .getLast()
                        .path("limit")
                        .intValue())
                .isEqualTo(100);
        JsonNode foreign = plugin.call("history_page", data("{\"conversation_id\":\"conv-2\"}"));
        assertThat(error(foreign)).isEqualTo("unauthorized");
        assertThat(foreign.path("message").asText()).contains("not accessible");
        assertThat(refused("history_page", "{\"direction\":\"sideways\"}")).isEqualTo("invalid_argument");
    }

    @Test
    void eventsAreOfThisConversationAndNoOther() {
        assertThat(served("event_get", "{\"event_id\":\"ev-1\"}")
                        .path("event_type")
                        .asText())
                .isEqualTo("message.received");
        JsonNode asked = FakeContextStore.asked("/events/get").getFirst();
        assertThat(asked.path("conversation_id").asText()).isEqualTo("conv-1");
        assertThat(asked.path("positions")).isEqualTo(json("[\"agent.events/3@42\",\"agent.run-results/3@7\"]"));
        assertThat(refused("event_get", "{}")).isEqualTo("invalid_argument");
        FakeContextStore.TROUBLE.put("/internal/v1/events/get", new FakeContextStore.Problem(404, "not_found"));
        assertThat(refused("event_get", "{\"event_id\":\"ev-2\"}")).isEqualTo("not_found");

        JsonNode page = served(
                "event_page",
                "{\"conversation_id\":null,\"event_types\":[\"message.recalled\"],\"before_cursor\":\"c\",\"limit\":500}");
        assertThat(page.path("items")).hasSize(1);
        JsonNode question = FakeContextStore.asked("/events/page").getFirst();
        assertThat(question.path("limit").intValue()).isEqualTo(100);
        assertThat(question.path("event_types")).isEqualTo(json("[\"message.recalled\"]"));
        assertThat(question.path("before_cursor").asText()).isEqualTo("c");
        assertThat(refused("event_page", "{\"conversation_id\":\"conv-2\"}")).isEqualTo("unauthorized");
        assertThat(refused("event_page", "{\"event_types\":[7]}")).isEqualTo("invalid_argument");
        assertThat(refused("event_page", "{\"event_types\":\"x\"}")).isEqualTo("invalid_argument");
    }

    @Test
    void outsideAConversationOnlyItsOwnEventIsSeen() {
        execution.close();
        start(Runs.claimed(Runs.schedule(), Runs.binding(), 1, Instant.now().plusSeconds(60)));
        String own = run.resolution().event().eventId().toString();

        served("event_get", "{\"event_id\":\"" + own + "\"}");
        assertThat(refused("event_get", "{\"event_id\":\"" + UUID.randomUUID() + "\"}"))
                .isEqualTo("not_found");
        assertThat(refused("event_page", "{}")).isEqualTo("unauthorized");
        assertThat(FakeContextStore.asked("/events/get")).hasSize(1);
    }

    @Test
    void theConfigurationsPromptIsAnsweredAndOneThatIsNotThereIsNotGranted() {
        assertThat(refused("get_prompt", "{}")).isEqualTo("unauthorized");
        execution.close();
        BindingSnapshot binding = Runs.binding(
                ResourcePolicy.defaults(),
                StatePolicy.defaults(),
                DeliveryPolicy.defaults(),
                JsonNodeFactory.instance.objectNode().put("prompt", "Be brief."));
        start(Runs.claimed(Runs.message(), binding, 1, Instant.now().plusSeconds(60)));

        assertThat(asked.at("/data/context/context/available_apis/prompt_get").booleanValue())
                .isTrue();
        assertThat(served("get_prompt", "{}"))
                .isEqualTo(json("{\"prompt\":[{\"role\":\"system\",\"content\":\"Be brief.\"}]}"));
    }

    @Test
    void aRunMayAskForItself() {
        RunnerHalf.ListedRuns.RUNS.put(run.runId(), view(null));

        JsonNode found = served("run_get", "{\"target_run_id\":\"" + run.runId() + "\"}");

        assertThat(found.path("run_id").asText()).isEqualTo(run.runId().toString());
        assertThat(found.path("status").asText()).isEqualTo("running");
        assertThat(found.path("cancel_requested_at").isNull()).isTrue();
        assertThat(found.path("metadata").isObject()).isTrue();
        assertThat(refused("run_get", "{\"target_run_id\":\"" + java.util.UUID.randomUUID() + "\"}"))
                .isEqualTo("not_found");
    }

    @Test
    void otherRunsAreSeenAndCancelledWhereTheBindingAllowsItAndOnlyBesideItself() {
        RunView foreign = view(null, new RunId(UUID.randomUUID()), "conv-2");
        RunView other = view(null, new RunId(UUID.randomUUID()), "conv-1");
        for (RunView listed : List.of(foreign, other)) {
            RunnerHalf.ListedRuns.RUNS.put(listed.runId(), listed);
            assertThat(refused("run_get", target(listed))).isEqualTo("not_found");
        }
        assertThat(refused("run_list", "{}")).isEqualTo("unauthorized");
        assertThat(refused("run_cancel", target(other))).isEqualTo("unauthorized");
        assertThat(refused("run_cancel", "{}")).isEqualTo("unauthorized");

        startWhereRunsMayBeAskedFor();
        assertThat(served("run_get", target(other)).path("run_id").asText())
                .isEqualTo(other.runId().toString());
        assertThat(served("run_cancel", target(other)).path("status").asText()).isEqualTo("running");
        assertThat(refused("run_get", target(foreign))).isEqualTo("not_found");
        assertThat(refused("run_cancel", target(foreign))).isEqualTo("not_found");
        assertThat(refused("run_cancel", "{\"reason\":\"" + "x".repeat(501) + "\"}"))
                .isEqualTo("invalid_argument");
        assertThat(cancelled(other)).isTrue();
        assertThat(cancelled(foreign)).isFalse();
    }

    @Test
    void aListOfRunsIsOfThisConversationAndGoesOnWhereItEnded() {
        startWhereRunsMayBeAskedFor();
        RunnerHalf.ListedRuns.RUNS.clear();
        for (int i = 0; i < 3; i++) {
            RunView listed = view(null, new RunId(UUID.randomUUID()), "conv-1");
            RunnerHalf.ListedRuns.RUNS.put(listed.runId(), listed);
        }

        JsonNode page = served("run_list", "{\"conversation_id\":null,\"statuses\":[\"running\"],\"limit\":2}");
        assertThat(page.path("items")).hasSize(2);
        assertThat(page.path("has_more").booleanValue()).isTrue();
        served("run_list", "{\"before_cursor\":\"" + page.path("next_cursor").asText() + "\"}");
        assertThat(served("run_list", "{\"statuses\":[\"failed\"]}"))
                .isEqualTo(json("{\"items\":[],\"next_cursor\":null,\"has_more\":false}"));
        assertThat(refused("run_list", "{\"conversation_id\":\"conv-2\"}")).isEqualTo("unauthorized");
        for (String bad : List.of("{\"statuses\":[\"odd\"]}", "{\"statuses\":7}", "{\"before_cursor\":\"c7\"}")) {
            assertThat(refused("run_list", bad)).as(bad).isEqualTo("invalid_argument");
        }
    }

    private void startWhereRunsMayBeAskedFor() {
        execution.close();
        ResourcePolicy runs = new ResourcePolicy(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of("runs"), null);
        BindingSnapshot binding = Runs.binding(
                runs, StatePolicy.defaults(), DeliveryPolicy.defaults(), JsonNodeFactory.instance.objectNode());
        start(Runs.claimed(Runs.message(), binding, 1, Instant.now().plusSeconds(60)));
    }

    private boolean cancelled(RunView run) {
        return pool.preparedQuery("SELECT FROM runs.cancellations WHERE run_id = $1")
                        .execute(Tuple.of(run.runId().value()))
                        .await()
                        .atMost(Duration.ofSeconds(10))
                        .size()
                == 1;
    }

    private static String target(RunView run) {
        return "{\"target_run_id\":\"" + run.runId() + "\"}";
    }

    @Test
    void aCancelledRunMayAskForItselfAndForNothingElse() {
        RunnerHalf.ListedRuns.RUNS.put(run.runId(), view(Instant.ofEpochSecond(1795219976)));
        execution.cancel(FailureCode.CANCELLED);

        assertThat(refused("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}")).isEqualTo("unauthorized");
        assertThat(refused("run_get", "{\"target_run_id\":\"" + java.util.UUID.randomUUID() + "\"}"))
                .isEqualTo("unauthorized");
        assertThat(served("run_get", "{}").path("cancel_requested_at").longValue())
                .isEqualTo(1795219976);
    }

    @Test
    void anEndedRunMayCallNothing() {
        execution.seal();
        execution.close();

        assertThat(refused("run_get", "{}")).isEqualTo("not_found");
        assertThat(refused("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}")).isEqualTo("not_found");
    }

    @Test
    void aRunPastItsDeadlineMayCallNothing() {
        execution.close();
        start(Runs.claimed(Runs.message(), Runs.binding(), 1, Instant.now().minusSeconds(1)));

        assertThat(refused("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}")).isEqualTo("deadline_exceeded");
    }

    @Test
    void anOwnerThatIsOverdueServesNothing() {
        RunnerHalf.ScriptedOwnership.mayAct = false;
        JsonNode answer = plugin.call("state_get", data("{\"scope\":\"actor\",\"key\":\"k\"}"));

        assertThat(error(answer)).isEqualTo("runtime_error");
        assertThat(answer.at("/data/error/retryable").booleanValue()).isTrue();
    }

    @Test
    void aCallWithAnEffectOfARunThatIsNoLongerOursDoesNothing() {
        RunnerHalf.ScriptedOwnership.ours = false;

        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":1}"))
                .isEqualTo("not_found");
        assertThat(FakeContextStore.asked("/state/set")).isEmpty();
    }

    @Test
    void aFenceInContextStoreMeansThatTheRunIsOver() {
        FakeContextStore.TROUBLE.put("/internal/v1/state/set", new FakeContextStore.Problem(409, "conflict"));

        assertThat(refused("state_set", "{\"scope\":\"actor\",\"key\":\"k\",\"value\":1}"))
                .isEqualTo("not_found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "invoke_llm",
                "invoke_llm_stream",
                "invoke_rerank",
                "count_tokens",
                "get_tool_detail",
                "call_tool",
                "retrieve_knowledge_base",
                "history_search",
                "set_plugin_storage",
                "get_plugin_storage",
                "get_plugin_storage_keys",
                "delete_plugin_storage",
                "set_workspace_storage",
                "get_workspace_storage",
                "get_workspace_storage_keys",
                "delete_workspace_storage",
                "artifact_metadata",
                "artifact_read",
                "get_config_file",
                "steering_pull",
                "run_events_page"
            })
    void aCallThatIsNotServedYetGetsACodedError(String action) {
        JsonNode answer = plugin.call(action, data("{}"));

        assertThat(error(answer)).isEqualTo("runtime_error");
        assertThat(answer.at("/data/error/retryable").booleanValue()).isFalse();
        assertThat(answer.path("message").asText()).contains(action);
    }

    @Test
    void anActionThatDoesNotExistIsRefused() {
        assertThat(refused("no_such_action", "{}")).isEqualTo("invalid_argument");
    }

    @Test
    void aLoopGoneWildIsSlowedDown() {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            numbers.add(plugin.ask("call_tool", data("{}")));
        }
        List<String> codes = new ArrayList<>();
        numbers.forEach(number -> codes.add(error(plugin.answerTo(number))));

        assertThat(codes).contains("runtime_error").contains("rate_limited");
    }

    @Test
    void aDatabaseWhoseClockIsBehindShortensNoRun() {
        restart(Instant.now().minusSeconds(3600), Duration.ofSeconds(60));
        served("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}");
    }

    @Test
    void aDatabaseWhoseClockIsAheadProlongsNoRun() {
        restart(Instant.now().plusSeconds(3600), Duration.ZERO);
        assertThat(refused("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}")).isEqualTo("deadline_exceeded");
    }

    @Test
    void callsAndRefusalsAreAudited() {
        served("state_get", "{\"scope\":\"actor\",\"key\":\"k\"}");
        refused("history_page", "{\"conversation_id\":\"conv-2\"}");

        List<JsonNode> entries = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker, "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(IntStream.range(0, Topics.PARTITIONS)
                    .mapToObj(partition -> new TopicPartition(Topics.AUDIT, partition))
                    .toList());
            consumer.seekToBeginning(consumer.assignment());
            eventually(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> entries.add(json(new String(record.value()))));
                return entries.stream()
                                .filter(entry -> entry.path("run_id")
                                        .asText()
                                        .equals(run.runId().toString()))
                                .map(entry -> entry.path("action").asText() + " "
                                        + entry.path("result").asText())
                                .filter(
                                        List.of("run.granted allowed", "state_get allowed", "history_page denied")
                                                ::contains)
                                .distinct()
                                .count()
                        == 3;
            });
        }
    }

    /** On a database with that clock. */
    private void restart(Instant claimedAt, Duration limit) {
        execution.close();
        ClaimedRun usual = Runs.claimed();
        start(new ClaimedRun(
                usual.resolution(), 1, claimedAt, claimedAt.plus(limit), usual.previousTurn(), usual.traceId()));
    }

    private void start(ClaimedRun claimed) {
        run = claimed;
        execution = executor.execute(claimed, sink);
        asked = plugin.next("run_agent");
    }

    private RunView view(Instant cancelRequestedAt) {
        return view(cancelRequestedAt, run.runId(), "conv-1");
    }

    private RunView view(Instant cancelRequestedAt, RunId runId, String conversation) {
        return new RunView(
                runId,
                run.traceId(),
                run.resolution().event().eventId(),
                "bot-1",
                conversation,
                null,
                "running",
                1,
                Runs.PROBE.toString(),
                "b1",
                "a1",
                Instant.now(),
                Instant.now(),
                run.deadlineAt(),
                cancelRequestedAt,
                null,
                null,
                null);
    }

    private JsonNode data(String json) {
        ObjectNode data = json(json).deepCopy();
        return data.put("run_id", asked.at("/data/context/run_id").asText());
    }

    private JsonNode served(String action, String json) {
        JsonNode answer = plugin.call(action, data(json));
        assertThat(answer.path("code").intValue()).as(answer.toString()).isZero();
        return answer.path("data");
    }

    private String refused(String action, String json) {
        return error(plugin.call(action, data(json)));
    }

    private static String error(JsonNode answer) {
        assertThat(answer.path("code").intValue()).as(answer.toString()).isEqualTo(1);
        return answer.at("/data/error/code").asText();
    }
}
