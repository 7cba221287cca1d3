package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A runner reads its history, events, prompt and runs. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class HistoryAndRunCallsTest extends HostApiCase {
    @Inject
    Pool pool;

    @Test
    void readsHistoryOfThisConversationOnly() {
        JsonNode page = served(
                "history_page",
                "{\"conversation_id\":null,\"before_cursor\":null,\"after_cursor\":null,\"limit\":5,\"direction\":\"backward\",\"include_attachments\":false}");

        assertThat(page.at("/items/0/content").asText()).isEqualTo("earlier");
        assertThat(page.at("/items/0/artifact_refs").isArray()).isTrue();
        assertThat(page.at("/items/0/attachment_refs")).isEqualTo(page.at("/items/0/artifact_refs"));
        assertThat(page.has("next_cursor") && page.has("prev_cursor") && page.has("has_more"))
                .isTrue();
        JsonNode question = FakeContextStore.requests("/history/page").getFirst();
        assertThat(question.path("positions")).isEqualTo(json("[\"agent.events/3@42\",\"agent.run-results/3@7\"]"));
        assertThat(question.path("conversation_id").asText()).isEqualTo("conv-1");
        assertThat(question.path("limit").intValue()).isEqualTo(5);

        served("history_page", "{\"conversation_id\":\"conv-1\",\"limit\":5000}");
        assertThat(FakeContextStore.requests("/history/page")
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
    void includesArtifactMetadataByEitherArgument() {
        startWhereArtifactsMayBeRead(List.of("history", "artifacts"));
        for (String name : List.of("include_artifacts", "include_attachments")) {
            JsonNode page = served("history_page", "{\"" + name + "\":true}");
            assertThat(page.at("/items/0/artifact_refs/0/permissions")).isEqualTo(json("[\"metadata\",\"read\"]"));
            assertThat(page.at("/items/0/artifact_refs/1").has("permissions")).isFalse();
            assertThat(FakeContextStore.requests("/history/page")
                            .getLast()
                            .at("/reader/run_id")
                            .asText())
                    .isEqualTo(run.runId().toString());

            served("history_page", "{\"" + name + "\":false}");
            assertThat(FakeContextStore.requests("/history/page").getLast().hasNonNull("reader"))
                    .isFalse();
            assertThat(refused("history_page", "{\"" + name + "\":\"yes\"}")).isEqualTo("invalid_argument");
        }
    }

    @Test
    void searchesOnlyThisConversation() {
        JsonNode found = served("history_search", "{\"query\":\"earl\",\"filters\":{},\"top_k\":10}");

        assertThat(found.path("query").asText()).isEqualTo("earl");
        assertThat(found.at("/items/0/content").asText()).isEqualTo("earlier");
        assertThat(found.at("/items/0/metadata/snippet").asText()).isEqualTo("earlier");
        assertThat(found.at("/items/0/artifact_refs").isArray()).isTrue();
        assertThat(found.at("/items/0/attachment_refs")).isEqualTo(found.at("/items/0/artifact_refs"));
        // Of artifacts, this run may do nothing.
        assertThat(found.at("/items/0/artifact_refs/0/permissions")).isEqualTo(json("[]"));
        assertThat(found.has("total_count")).isTrue();
        JsonNode question = FakeContextStore.requests("/history/search").getFirst();
        assertThat(question.path("positions")).isEqualTo(json("[\"agent.events/3@42\",\"agent.run-results/3@7\"]"));
        assertThat(question.path("workspace_id").asText())
                .isEqualTo(run.resolution().event().workspaceId());
        assertThat(question.path("bot_id").asText()).isEqualTo("bot-1");
        assertThat(question.path("conversation_id").asText()).isEqualTo("conv-1");
        assertThat(question.path("query").asText()).isEqualTo("earl");
        assertThat(question.path("run_id").asText()).isEqualTo(run.runId().toString());
        assertThat(question.path("top_k").intValue()).isEqualTo(10);

        served(
                "history_search",
                "{\"query\":\"x\",\"top_k\":5000,\"filters\":{\"conversation_id\":\"conv-1\",\"role\":\"user\","
                        + "\"item_types\":[\"message\"],\"event_types\":[\"message.received\"],\"since\":1.5,\"until\":9}}");
        JsonNode filtered = FakeContextStore.requests("/history/search").getLast();
        assertThat(filtered.path("top_k").intValue()).isEqualTo(100);
        assertThat(filtered.path("filters"))
                .isEqualTo(json("{\"roles\":[\"user\"],\"item_types\":[\"message\"],"
                        + "\"event_types\":[\"message.received\"],\"since\":1,\"until\":9}"));
        JsonNode foreign =
                plugin.call("history_search", data("{\"query\":\"x\",\"filters\":{\"conversation_id\":\"conv-2\"}}"));
        assertThat(error(foreign)).isEqualTo("unauthorized");
        assertThat(foreign.path("message").asText()).isEqualTo("This conversation is not accessible");
        assertThat(FakeContextStore.requests("/history/search")).hasSize(2);
    }

    @Test
    void refusesAnInvalidSearchBeforeAnyRequest() {
        for (String bad : List.of(
                "{}",
                "{\"query\":null}",
                "{\"query\":7}",
                "{\"query\":\" \"}",
                "{\"query\":\"a\\u0000b\"}",
                "{\"query\":\"" + "x".repeat(1001) + "\"}",
                "{\"query\":\"x\",\"filters\":[]}",
                "{\"query\":\"x\",\"filters\":{\"role\":7}}",
                "{\"query\":\"x\",\"filters\":{\"roles\":[\"\"]}}",
                "{\"query\":\"x\",\"filters\":{\"roles\":[\"a\\u0000\"]}}",
                "{\"query\":\"x\",\"filters\":{\"since\":\"yesterday\"}}",
                "{\"query\":\"x\",\"filters\":{\"until\":-1}}",
                "{\"query\":\"x\",\"filters\":{\"conversation_id\":7}}")) {
            assertThat(refused("history_search", bad)).as(bad).isEqualTo("invalid_argument");
        }
        JsonNode unknown = plugin.call("history_search", data("{\"query\":\"x\",\"filters\":{\"colour\":\"red\"}}"));
        assertThat(error(unknown)).isEqualTo("invalid_argument");
        assertThat(unknown.path("message").asText()).contains("colour");
        assertThat(FakeContextStore.requests("/history/search")).isEmpty();
    }

    @Test
    void readsEventsOfThisConversationOnly() {
        assertThat(served("event_get", "{\"event_id\":\"ev-1\"}")
                        .path("event_type")
                        .asText())
                .isEqualTo("message.received");
        JsonNode runRequest = FakeContextStore.requests("/events/get").getFirst();
        assertThat(runRequest.path("conversation_id").asText()).isEqualTo("conv-1");
        assertThat(runRequest.path("positions")).isEqualTo(json("[\"agent.events/3@42\",\"agent.run-results/3@7\"]"));
        assertThat(refused("event_get", "{}")).isEqualTo("invalid_argument");
        FakeContextStore.TROUBLE.put("/internal/v1/events/get", new FakeContextStore.Problem(404, "not_found"));
        assertThat(refused("event_get", "{\"event_id\":\"ev-2\"}")).isEqualTo("not_found");

        JsonNode page = served(
                "event_page",
                "{\"conversation_id\":null,\"event_types\":[\"message.recalled\"],\"before_cursor\":\"c\",\"limit\":500}");
        assertThat(page.path("items")).hasSize(1);
        JsonNode question = FakeContextStore.requests("/events/page").getFirst();
        assertThat(question.path("limit").intValue()).isEqualTo(100);
        assertThat(question.path("event_types")).isEqualTo(json("[\"message.recalled\"]"));
        assertThat(question.path("before_cursor").asText()).isEqualTo("c");
        assertThat(refused("event_page", "{\"conversation_id\":\"conv-2\"}")).isEqualTo("unauthorized");
        assertThat(refused("event_page", "{\"event_types\":[7]}")).isEqualTo("invalid_argument");
        assertThat(refused("event_page", "{\"event_types\":\"x\"}")).isEqualTo("invalid_argument");
    }

    /** An ignored argument would answer another request than the runner sent. */
    @Test
    void refusesAnArgumentOfAWrongTypeBeforeAnyRequest() {
        for (String bad : List.of(
                "{\"before_cursor\":5}",
                "{\"before_cursor\":{}}",
                "{\"before_cursor\":\"\"}",
                "{\"limit\":\"x\"}",
                "{\"limit\":1.5}",
                "{\"limit\":true}",
                "{\"conversation_id\":7}")) {
            assertThat(refused("history_page", bad)).as(bad).isEqualTo("invalid_argument");
            assertThat(refused("event_page", bad)).as(bad).isEqualTo("invalid_argument");
        }
        assertThat(refused("history_page", "{\"after_cursor\":[]}")).isEqualTo("invalid_argument");
        assertThat(refused("history_search", "{\"query\":\"x\",\"top_k\":\"many\"}"))
                .isEqualTo("invalid_argument");
        assertThat(FakeContextStore.requests("/history/page")).isEmpty();
        assertThat(FakeContextStore.requests("/events/page")).isEmpty();
        assertThat(FakeContextStore.requests("/history/search")).isEmpty();

        startWhereRunsMayBeAskedFor();
        assertThat(refused("run_events_page", "{\"limit\":\"x\"}")).isEqualTo("invalid_argument");
        for (String bad : List.of("{\"conversation_id\":7}", "{\"before_cursor\":7}", "{\"limit\":{}}")) {
            assertThat(refused("run_list", bad)).as(bad).isEqualTo("invalid_argument");
        }
        assertThat(FakeContextStore.requests("/runs/results")).isEmpty();
    }

    @Test
    void aHugeLimitIsTheMaximum() {
        served("history_page", "{\"limit\":99999999999999999999999}");
        served("history_page", "{\"limit\":-4}");

        assertThat(FakeContextStore.requests("/history/page"))
                .extracting(question -> question.path("limit").intValue())
                .containsExactly(100, 1);
    }

    @Test
    void readsOnlyTheOwnEventOutsideConversations() {
        execution.close();
        start(ClaimedRuns.claimed(
                ClaimedRuns.schedule(), ClaimedRuns.binding(), 1, Instant.now().plusSeconds(60)));
        String own = run.resolution().event().eventId().toString();

        served("event_get", "{\"event_id\":\"" + own + "\"}");
        assertThat(refused("event_get", "{\"event_id\":\"" + UUID.randomUUID() + "\"}"))
                .isEqualTo("not_found");
        assertThat(refused("event_page", "{}")).isEqualTo("unauthorized");
        assertThat(refused("history_search", "{\"query\":\"x\"}")).isEqualTo("unauthorized");
        assertThat(FakeContextStore.requests("/events/get")).hasSize(1);
    }

    @Test
    void returnsThePromptOfTheConfiguration() {
        assertThat(refused("get_prompt", "{}")).isEqualTo("unauthorized");
        execution.close();
        BindingSnapshot binding = ClaimedRuns.binding(
                ResourcePolicy.defaults(),
                StatePolicy.defaults(),
                DeliveryPolicy.defaults(),
                JsonNodeFactory.instance.objectNode().put("prompt", "Be brief."));
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(), binding, 1, Instant.now().plusSeconds(60)));

        assertThat(runRequest
                        .at("/data/context/context/available_apis/prompt_get")
                        .booleanValue())
                .isTrue();
        assertThat(served("get_prompt", "{}"))
                .isEqualTo(json("{\"prompt\":[{\"role\":\"system\",\"content\":\"Be brief.\"}]}"));
    }

    @Test
    void aRunMayReadItself() {
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
    void readsAndCancelsSiblingRunsIfTheBindingAllowsIt() {
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
    void listsRunsOfTheConversationByPages() {
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
                .isEqualTo(
                        json(
                                "{\"items\":[],\"next_cursor\":null,\"prev_cursor\":null,\"total_count\":0,\"has_more\":false}"));
        assertThat(refused("run_list", "{\"conversation_id\":\"conv-2\"}")).isEqualTo("unauthorized");
        for (String bad : List.of("{\"statuses\":[\"odd\"]}", "{\"statuses\":7}", "{\"before_cursor\":\"c7\"}")) {
            assertThat(refused("run_list", bad)).as(bad).isEqualTo("invalid_argument");
        }
    }

    @Test
    void readsResultsByPagesWithoutTheDelivery() {
        RunView foreign = view(null, new RunId(UUID.randomUUID()), "conv-2");
        RunnerHalf.ListedRuns.RUNS.put(foreign.runId(), foreign);
        assertThat(refused("run_events_page", "{}")).isEqualTo("unauthorized");

        startWhereRunsMayBeAskedFor();
        RunnerHalf.ListedRuns.RUNS.put(run.runId(), view(null));
        String own = runRequest.at("/data/context/run_id").asText();
        JsonNode page = served(
                "run_events_page",
                "{\"target_run_id\":\"" + own
                        + "\",\"before_cursor\":null,\"after_cursor\":null,\"limit\":5000,\"direction\":\"forward\"}");
        assertThat(page.path("items").get(0))
                .isEqualTo(json("{\"run_id\":\"" + own
                        + "\",\"sequence\":1,\"type\":\"run.started\",\"data\":{\"event_id\":\"ev-1\"},\"usage\":null,"
                        + "\"created_at\":1795255200,\"source\":\"host\",\"metadata\":{\"attempt\":1}}"));
        assertThat(page.at("/items/1/data/message").asText()).isEqualTo("hello");
        assertThat(page.path("next_cursor").asText()).isEqualTo("2-4");
        assertThat(page.path("prev_cursor").asText()).isEqualTo("1-1");
        assertThat(page.path("has_more").booleanValue()).isTrue();
        JsonNode question = FakeContextStore.requests("/runs/results").getLast();
        assertThat(question.path("limit").intValue()).isEqualTo(100);
        assertThat(question.path("run_id").asText()).isEqualTo(run.runId().toString());
        assertThat(question.path("workspace_id").asText())
                .isEqualTo(run.resolution().event().workspaceId());

        served("run_events_page", "{\"after_cursor\":\"1-1\",\"before_cursor\":\"2-4\",\"direction\":\"backward\"}");
        JsonNode second = FakeContextStore.requests("/runs/results").getLast();
        assertThat(second.path("after").asText()).isEqualTo("1-1");
        assertThat(second.path("before").asText()).isEqualTo("2-4");
        assertThat(second.path("newest_first").booleanValue()).isTrue();
        for (String bad : List.of(
                "{\"direction\":\"sideways\"}",
                "{\"direction\":7}",
                "{\"after_cursor\":\"c7\"}",
                "{\"after_cursor\":7}",
                "{\"before_cursor\":\"1-9999999999999999999\"}")) {
            assertThat(refused("run_events_page", bad)).as(bad).isEqualTo("invalid_argument");
        }
        assertThat(refused("run_events_page", target(foreign))).isEqualTo("not_found");
        assertThat(FakeContextStore.requests("/runs/results")).hasSize(2);
    }

    private void startWhereRunsMayBeAskedFor() {
        execution.close();
        ResourcePolicy runs = new ResourcePolicy(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of("runs"), null);
        BindingSnapshot binding = ClaimedRuns.binding(
                runs, StatePolicy.defaults(), DeliveryPolicy.defaults(), JsonNodeFactory.instance.objectNode());
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(), binding, 1, Instant.now().plusSeconds(60)));
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
}
