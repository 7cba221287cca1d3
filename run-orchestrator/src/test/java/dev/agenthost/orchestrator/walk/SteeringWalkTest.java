package dev.agenthost.orchestrator.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.runner.ws.FakeContextStore;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.hostapi.SteeringInputItem;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that come while a plugin on a real socket is at work: handed to it, or not. */
@QuarkusTest
@TestProfile(PluginProfile.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(FakeContextStore.class)
class SteeringWalkTest {
    private static final int MIB = 1024 * 1024;
    private static RunTopics topic;

    @TestHTTPResource("/")
    URI address;

    @Inject
    Vertx vertx;

    private final String conversation = RunRequests.conversation();

    @BeforeAll
    static void open() {
        topic = new RunTopics();
    }

    @AfterAll
    static void close() throws Exception {
        topic.close();
    }

    @Test
    void aRunPullsTheMessageThatCameMeanwhileAndBothEnd() throws Exception {
        try (ScriptedPlugin plugin = plugin("steered")) {
            Resolution active = request("steered", "write a report", TurnPolicy.STEER);
            JsonNode runRequest = plugin.next("run_agent");
            assertThat(runRequest
                            .at("/data/context/context/available_apis/steering_pull")
                            .booleanValue())
                    .isTrue();
            assertThat(pulled(plugin, runRequest, "{\"mode\":\"all\",\"limit\":null}"))
                    .isEmpty();

            Resolution message = request("steered", "in French, please", TurnPolicy.STEER);
            waits(message.runId());
            JsonNode items = pulled(plugin, runRequest, "{\"mode\":\"all\",\"limit\":null}");
            assertThat(items).hasSize(1);
            SteeringInputItem item = ProtocolCodec.decode(items.get(0), SteeringInputItem.class);
            assertThat(item.claimedRunId()).isEqualTo(active.runId().toString());
            assertThat(item.runnerId()).isEqualTo("plugin:walk/steered/default");
            assertThat(item.input().text()).isEqualTo("in French, please");
            assertThat(item.event().eventId())
                    .isEqualTo(message.event().eventId().toString());
            assertThat(item.conversation().conversationId()).isEqualTo(conversation);
            assertThat(item.metadata().path("run_id").asText())
                    .isEqualTo(message.runId().toString());
            assertThat(pulled(plugin, runRequest, "{\"mode\":\"one\"}")).isEmpty();

            complete(plugin, runRequest);
            assertThat(last(active).type()).isEqualTo("run.completed");
            assertThat(last(message).type()).isEqualTo("run.unanswered");
            assertThat(last(message).data().path("reason").asText()).isEqualTo("steered");
            assertThat(last(message).data().path("into_run_id").asText())
                    .isEqualTo(active.runId().toString());
            assertThat(topic.frames(message.runId())).hasSize(1);
            assertThat(plugin.hasNothing()).isTrue();
        }
    }

    /** An SDK of generation 0.4 closes a connection on which a message above 1 MiB comes. */
    @Test
    void whatIsPulledByAnEarlierSdkComesInSeveralAnswersAndWhatIsAloneAbove1MiBIsTruncated() throws Exception {
        ObjectNode registration = ScriptedPlugin.registration("walk", "narrow", PluginProfile.RUNNER_KEY);
        registration.remove("registration_capability");
        try (ScriptedPlugin plugin = plugin("narrow", registration)) {
            request("narrow", "one", TurnPolicy.STEER);
            JsonNode runRequest = plugin.next("run_agent");
            // Each text is there twice: as the input's text and in its contents.
            String large = "é".repeat(MIB / 2);
            String half = "é".repeat(MIB / 6);
            for (String text : List.of("two", half, half, large, "three")) {
                waits(request("narrow", text, TurnPolicy.STEER).runId());
            }

            assertThat(texts(pulled(plugin, runRequest, "{}"))).containsExactly("two", half);
            assertThat(texts(pulled(plugin, runRequest, "{}"))).containsExactly(half);
            JsonNode truncated = pulled(plugin, runRequest, "{}");
            assertThat(truncated).hasSize(1);
            for (String text : List.of("/0/input/text", "/0/input/contents/0/text")) {
                assertThat(truncated.at(text).asText()).hasSizeGreaterThan(MIB / 6);
                assertThat(large).startsWith(truncated.at(text).asText());
            }
            assertThat(truncated.at("/0/metadata/truncated").asBoolean()).isTrue();
            assertThat(texts(pulled(plugin, runRequest, "{}"))).containsExactly("three");
            assertThat(pulled(plugin, runRequest, "{}")).isEmpty();
            assertThat(plugin.largest()).isBetween(MIB / 2, MIB);
            complete(plugin, runRequest);
        }
    }

    @Test
    void aMessageThatWasNotPulledBecomesARunOfItsOwn() {
        try (ScriptedPlugin plugin = plugin("deaf")) {
            request("deaf", "one", TurnPolicy.STEER);
            JsonNode runRequest = plugin.next("run_agent");
            Resolution message = request("deaf", "two", TurnPolicy.STEER);
            waits(message.runId());
            complete(plugin, runRequest);

            JsonNode own = plugin.next("run_agent");
            assertThat(own.at("/data/context/input/text").asText()).isEqualTo("two");
            complete(plugin, own);
            assertThat(last(message).type()).isEqualTo("run.completed");
        }
    }

    @Test
    void aMessageThatAPluginTookInAndWasLostWithBecomesARunOfItsOwn() {
        Resolution active;
        Resolution message;
        try (ScriptedPlugin plugin = plugin("fallen")) {
            active = request("fallen", "one", TurnPolicy.STEER);
            JsonNode runRequest = plugin.next("run_agent");
            message = request("fallen", "two", TurnPolicy.STEER);
            waits(message.runId());
            assertThat(pulled(plugin, runRequest, "{}")).hasSize(1);
        }
        assertThat(last(active).data().path("code").asText()).isEqualTo("runner.lost");
        try (ScriptedPlugin plugin = plugin("fallen")) {
            JsonNode own = plugin.next("run_agent");
            assertThat(own.at("/data/context/input/text").asText()).isEqualTo("two");
            complete(plugin, own);
            assertThat(last(message).type()).isEqualTo("run.completed");
        }
    }

    @Test
    void aRunThatGoesOnInItsNextAttemptGetsAgainWhatTheDeadOneTookInAndHasItsOldDeadline() {
        Resolution active = request("journal", "one", TurnPolicy.STEER, RetryPolicy.RESUMABLE);
        Resolution message;
        double deadline;
        try (ScriptedPlugin plugin = plugin("journal")) {
            JsonNode runRequest = plugin.next("run_agent");
            deadline = runRequest.at("/data/context/runtime/deadline_at").doubleValue();
            message = request("journal", "two", TurnPolicy.STEER, RetryPolicy.RESUMABLE);
            waits(message.runId());
            assertThat(pulled(plugin, runRequest, "{}")
                            .get(0)
                            .at("/metadata/redelivered")
                            .booleanValue())
                    .isFalse();
            plugin.result(runRequest, "message.delta", "{\"chunk\":{\"role\":\"assistant\",\"content\":\"half\"}}", 1);
            await().until(() -> topic.frames(active.runId()).size() == 2);
        }
        try (ScriptedPlugin plugin = plugin("journal")) {
            JsonNode again = plugin.next("run_agent");
            assertThat(again.at("/data/context/run_id").asText())
                    .isNotEqualTo(active.runId().toString());
            assertThat(again.at("/data/context/input/text").asText()).isEqualTo("one");
            assertThat(again.at("/data/context/runtime/deadline_at").doubleValue())
                    .isEqualTo(deadline);
            JsonNode item = pulled(plugin, again, "{}").get(0);
            assertThat(item.at("/input/text").asText()).isEqualTo("two");
            assertThat(item.at("/metadata/redelivered").booleanValue()).isTrue();
            complete(plugin, again);

            assertThat(last(active).type()).isEqualTo("run.completed");
            assertThat(topic.frames(active.runId()).stream().filter(frame -> "run.started".equals(frame.type())))
                    .hasSizeGreaterThan(1);
            assertThat(last(message).data().path("reason").asText()).isEqualTo("steered");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"mode\":\"some\"}", "{\"mode\":1}", "{\"limit\":0}", "{\"limit\":\"all\"}", "{\"limit\":1.5}"
            })
    void whatIsWrongWithAPullIsSaid(String wrong) {
        try (ScriptedPlugin plugin = plugin("wrong")) {
            request("wrong", "one", TurnPolicy.STEER);
            JsonNode runRequest = plugin.next("run_agent");
            JsonNode answer = plugin.call("steering_pull", data(runRequest, wrong));
            assertThat(answer.at("/data/error/code").asText()).isEqualTo("invalid_argument");
            assertThat(answer.path("message").asText()).contains(wrong.contains("mode") ? "mode" : "limit");
            complete(plugin, runRequest);
        }
    }

    @Test
    void anInterruptionEndsAPluginThatNeverReacts() {
        try (ScriptedPlugin plugin = plugin("stubborn")) {
            Resolution active = request("stubborn", "one", TurnPolicy.SERIAL);
            plugin.next("run_agent");
            Resolution between = request("stubborn", "two", TurnPolicy.SERIAL);
            waits(between.runId());
            Resolution last = request("stubborn", "three", TurnPolicy.INTERRUPT);

            for (Resolution interrupted : List.of(active, between)) {
                assertThat(last(interrupted).data().path("code").asText()).isEqualTo("cancelled");
            }
            JsonNode next = plugin.next("run_agent");
            assertThat(next.at("/data/context/input/text").asText()).isEqualTo("three");
            complete(plugin, next);
            assertThat(last(last).type()).isEqualTo("run.completed");
        }
    }

    private static JsonNode pulled(ScriptedPlugin plugin, JsonNode runRequest, String how) {
        JsonNode answer = plugin.call("steering_pull", data(runRequest, how));
        assertThat(answer.path("code").intValue()).as(answer.toString()).isZero();
        return answer.at("/data/items");
    }

    private static List<String> texts(JsonNode items) {
        return items.findValues("input").stream()
                .map(input -> input.path("text").asText())
                .toList();
    }

    private static void complete(ScriptedPlugin plugin, JsonNode runRequest) {
        plugin.result(
                runRequest, "message.completed", "{\"message\":{\"role\":\"assistant\",\"content\":\"done\"}}", 1);
        plugin.result(runRequest, "run.completed", "{\"finish_reason\":\"stop\"}", 2);
        plugin.end(runRequest);
    }

    private void waits(RunId run) {
        await().atMost(Duration.ofSeconds(30)).until(() -> "waiting"
                .equals(RestAssured.given()
                        .port(address.getPort())
                        .header("Authorization", "Bearer " + ScriptedProfile.KEY)
                        .get("/api/v1/runs/" + run)
                        .jsonPath()
                        .getString("state")));
    }

    private static ResultFrame last(Resolution run) {
        await().atMost(Duration.ofSeconds(30)).until(() -> topic.hasEnded(run.runId()));
        return topic.frames(run.runId()).getLast();
    }

    private Resolution request(String plugin, String text, TurnPolicy policy) {
        return request(plugin, text, policy, RetryPolicy.NEVER);
    }

    private Resolution request(String plugin, String text, TurnPolicy policy, RetryPolicy retry) {
        Resolution run = Resolutions.bound(
                RunRequests.event(conversation, text),
                Resolutions.binding(
                        new RunnerId("walk", plugin, "default"), policy, retry, new DeadlinePolicy(60, 60)));
        topic.request(run);
        return run;
    }

    private ScriptedPlugin plugin(String name) {
        return plugin(name, ScriptedPlugin.registration("walk", name, PluginProfile.RUNNER_KEY));
    }

    private ScriptedPlugin plugin(String name, JsonNode registration) {
        return ScriptedPlugin.ready(
                vertx,
                address.getPort(),
                PluginProfile.RUNNER_KEY,
                registration,
                ScriptedPlugin.container("walk", name));
    }

    private static JsonNode data(JsonNode runRequest, String json) {
        ObjectNode data = ScriptedPlugin.tree(json).deepCopy();
        return data.put("run_id", runRequest.at("/data/context/run_id").asText());
    }
}
