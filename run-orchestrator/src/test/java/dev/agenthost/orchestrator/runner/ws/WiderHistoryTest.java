package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests reads beyond the run's own conversation and thread within the reach of its binding. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class WiderHistoryTest extends HostApiCase {
    private static final String POSITIONS = "[\"agent.events/3@42\",\"agent.run-results/3@7\"]";

    @Test
    void readsAnotherConversationOfTheBotIfGranted() {
        startReaching("history", "events", "history.bot");

        assertThat(runRequest
                        .at("/data/context/resources/platform_capabilities/history_reach")
                        .asText())
                .isEqualTo("bot");
        served("history_page", "{\"conversation_id\":\"conv-2\",\"before_cursor\":\"c\"}");
        served("history_search", "{\"query\":\"x\",\"filters\":{\"conversation_id\":\"conv-2\"}}");
        served("event_page", "{\"conversation_id\":\"conv-2\",\"thread_id\":\"t-9\"}");
        served("event_get", "{\"event_id\":\"ev-1\",\"conversation_id\":\"conv-2\"}");

        for (String path : List.of("/history/page", "/history/search", "/events/page", "/events/get")) {
            JsonNode question = FakeContextStore.requests(path).getLast();
            assertThat(question.path("workspace_id").asText()).as(path).isEqualTo(ClaimedRuns.WORKSPACE);
            assertThat(question.path("bot_id").asText()).as(path).isEqualTo("bot-1");
            assertThat(question.path("conversation_id").asText()).as(path).isEqualTo("conv-2");
            // What other conversations are waiting for is not this run's to await.
            assertThat(question.path("positions")).as(path).isEmpty();
        }
        assertThat(FakeContextStore.requests("/history/page").getLast().path("existing"))
                .isEqualTo(json("true"));
        assertThat(FakeContextStore.requests("/history/search").getLast().path("existing"))
                .isEqualTo(json("true"));
        JsonNode events = FakeContextStore.requests("/events/page").getLast();
        assertThat(events.path("existing")).isEqualTo(json("true"));
        assertThat(events.path("thread_id").asText()).isEqualTo("t-9");
    }

    @Test
    void readsTheOwnConversationUnchanged() {
        startReaching("history", "events", "history.bot");

        for (String own : List.of("{}", "{\"conversation_id\":\"conv-1\"}", "{\"thread_id\":\"\"}")) {
            served("history_page", own);
            JsonNode question = FakeContextStore.requests("/history/page").getLast();
            assertThat(question.path("positions")).as(own).isEqualTo(json(POSITIONS));
            assertThat(question.has("existing")).as(own).isFalse();
            assertThat(question.has("thread_id")).as(own).isFalse();
        }
    }

    @Test
    void theThreadReachCoversOnlyTheOwnConversation() {
        startReaching("history", "events", "history.thread");

        served("history_page", "{\"thread_id\":\"t-2\"}");
        JsonNode question = FakeContextStore.requests("/history/page").getLast();
        assertThat(question.path("conversation_id").asText()).isEqualTo("conv-1");
        assertThat(question.path("thread_id").asText()).isEqualTo("t-2");
        assertThat(question.path("existing").booleanValue()).isTrue();
        assertThat(refused("history_page", "{\"conversation_id\":\"conv-2\"}")).isEqualTo("unauthorized");
        assertThat(refused("event_get", "{\"event_id\":\"e\",\"conversation_id\":\"conv-2\"}"))
                .isEqualTo("unauthorized");
        assertThat(FakeContextStore.requests("/history/page")).hasSize(1);
    }

    /** As after a binding that leaves neither word. */
    @Test
    void refusesOtherScopesWithoutAReach() {
        startReaching("history", "events");

        for (String there : List.of("\"conversation_id\":\"conv-2\"", "\"thread_id\":\"t-2\"")) {
            assertThat(refused("history_page", "{" + there + "}")).isEqualTo("unauthorized");
            assertThat(refused("history_search", "{\"query\":\"x\",\"filters\":{" + there + "}}"))
                    .isEqualTo("unauthorized");
            assertThat(refused("event_page", "{" + there + "}")).isEqualTo("unauthorized");
            assertThat(refused("event_get", "{\"event_id\":\"e\"," + there + "}"))
                    .isEqualTo("unauthorized");
        }
        assertThat(FakeContextStore.ASKED)
                .extracting(FakeContextStore.Question::path)
                .noneMatch(path -> path.contains("/history/") || path.contains("/events/"));
    }

    @Test
    void aMissingConversationIsNotFound() {
        startReaching("history", "events", "history.bot");
        for (String path : List.of("history/page", "history/search", "events/page", "events/get")) {
            FakeContextStore.TROUBLE.put("/internal/v1/" + path, new FakeContextStore.Problem(404, "not_found"));
        }

        assertThat(refused("history_page", "{\"conversation_id\":\"theirs\"}")).isEqualTo("not_found");
        assertThat(refused("history_search", "{\"query\":\"x\",\"filters\":{\"conversation_id\":\"theirs\"}}"))
                .isEqualTo("not_found");
        assertThat(refused("event_page", "{\"conversation_id\":\"theirs\"}")).isEqualTo("not_found");
        assertThat(refused("event_get", "{\"event_id\":\"e\",\"conversation_id\":\"theirs\"}"))
                .isEqualTo("not_found");
    }

    @Test
    void refusesAnInvalidScopeBeforeAnyRequest() {
        startReaching("history", "events", "history.bot");

        for (String bad : List.of(
                "\"conversation_id\":\"\"",
                "\"conversation_id\":\" \"",
                "\"conversation_id\":7",
                "\"conversation_id\":[\"conv-2\"]",
                "\"thread_id\":7",
                "\"thread_id\":{}")) {
            assertThat(refused("history_page", "{" + bad + "}")).as(bad).isEqualTo("invalid_argument");
            assertThat(refused("event_page", "{" + bad + "}")).as(bad).isEqualTo("invalid_argument");
            assertThat(refused("event_get", "{\"event_id\":\"e\"," + bad + "}"))
                    .as(bad)
                    .isEqualTo("invalid_argument");
            assertThat(refused("history_search", "{\"query\":\"x\",\"filters\":{" + bad + "}}"))
                    .as(bad)
                    .isEqualTo("invalid_argument");
        }
        assertThat(FakeContextStore.ASKED)
                .extracting(FakeContextStore.Question::path)
                .noneMatch(path -> path.contains("/history/") || path.contains("/events/"));
    }

    /** Artifacts belong to conversations: of those elsewhere nothing is promised unless it is known. */
    @Test
    void includesPermissionsOfArtifactsOnlyIfRequested() {
        startWhereArtifactsMayBeRead(List.of("history", "artifacts", "history.bot"));
        String there = "{\"conversation_id\":\"conv-2\"";

        JsonNode plain = served("history_page", there + "}");
        assertThat(plain.at("/items/0/artifact_refs/0").has("permissions")).isFalse();
        JsonNode found = served("history_search", "{\"query\":\"x\",\"filters\":" + there + "}}");
        assertThat(found.at("/items/0/artifact_refs/0").has("permissions")).isFalse();
        JsonNode capabilities = served("history_page", there + ",\"include_artifacts\":true}");
        assertThat(capabilities.at("/items/0/artifact_refs/0/permissions")).isEqualTo(json("[\"metadata\",\"read\"]"));
        assertThat(capabilities.at("/items/0/artifact_refs/1").has("permissions"))
                .isFalse();
        // Whoever looks is still the run, in its own conversation.
        assertThat(FakeContextStore.requests("/history/page")
                        .getLast()
                        .at("/reader/conversation_id")
                        .asText())
                .isEqualTo("conv-1");
    }

    private void startReaching(String... hostApis) {
        execution.close();
        FakeContextStore.ASKED.clear();
        ResourcePolicy policy = new ResourcePolicy(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(hostApis), null);
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(),
                ClaimedRuns.binding(
                        policy,
                        StatePolicy.defaults(),
                        DeliveryPolicy.defaults(),
                        JsonNodeFactory.instance.objectNode()),
                1,
                Instant.now().plusSeconds(60)));
    }
}
