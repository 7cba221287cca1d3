package dev.agenthost.orchestrator.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.runner.ws.FakeContextStore;
import dev.agenthost.orchestrator.runtime.RuntimeRun;
import dev.agenthost.orchestrator.runtime.ScriptedRuntime;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** From a run request on Kafka, over a plugin behind a runtime that we dialled, to results on Kafka. */
@QuarkusTest
@TestProfile(RuntimeWalkTest.Profile.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(FakeContextStore.class)
@QuarkusTestResource(value = ScriptedRuntimes.class, restrictToAnnotatedClass = true)
class RuntimeWalkTest {
    public static class Profile extends PluginProfile {}

    private static final String MESSAGE = "{\"message\":{\"role\":\"assistant\",\"content\":\"hello\"}}";
    private static final String DONE = "{\"finish_reason\":\"stop\"}";
    private static RunTopics topic;

    @TestHTTPResource("/")
    URI address;

    @BeforeAll
    static void open() {
        topic = new RunTopics();
    }

    @AfterAll
    static void close() throws Exception {
        topic.close();
    }

    @Test
    void aRunRequestIsAnsweredByAPluginBehindARuntime() {
        Resolution run = request("behind", RetryPolicy.NEVER, 60);
        RuntimeRun asked = ScriptedRuntimes.main.nextRun();
        assertThat(asked.data.path("runner_name").asText()).isEqualTo("default");
        assertThat(asked.call("get_langbot_version", "{}").path("version").asText())
                .isNotEmpty();
        assertThat(asked.call("state_set", "{\"scope\":\"conversation\",\"key\":\"k\",\"value\":1}")
                        .path("success")
                        .booleanValue())
                .isTrue();
        assertThat(asked.call("run_get", "{}").path("status").asText()).isEqualTo("running");
        asked.result("message.delta", "{\"chunk\":{\"role\":\"assistant\",\"content\":\"hel\"}}")
                .result("state.updated", "{\"scope\":\"conversation\",\"key\":\"n\",\"value\":2}")
                .result("message.completed", MESSAGE)
                .result("run.completed", DONE)
                .end();

        assertThat(typesOf(run))
                .containsExactly("run.started", "message.delta", "state.updated", "message.completed", "run.completed");
        assertThat(ScriptedRuntimes.main.breaches).isEmpty();
    }

    @Test
    void aPluginOfTheSpecificationsGenerationIsGivenNoEnvelope() {
        Resolution run = request("elder", RetryPolicy.NEVER, 60);
        RuntimeRun asked = ScriptedRuntimes.elder.nextRun();
        assertThat(asked.call("state_get", "{\"scope\":\"conversation\",\"key\":\"none\"}")
                        .has("value"))
                .isTrue();
        asked.result("message.completed", MESSAGE).result("run.completed", DONE).end();

        assertThat(typesOf(run)).containsExactly("run.started", "message.completed", "run.completed");
        assertThat(ScriptedRuntimes.elder.asked).allMatch(frame -> !frame.has("context"));
    }

    @Test
    void aCallOfAnotherPluginOrOfNobodyIsRefusedAndTheCodeSurvivesInTheText() {
        Resolution run = request("behind", RetryPolicy.NEVER, 60);
        RuntimeRun asked = ScriptedRuntimes.main.nextRun();
        String state = "{\"scope\":\"conversation\",\"key\":\"k\"}";

        for (String caller : new String[] {"walk/beside", null}) {
            assertThat(asked.callAs(caller, "state_get", state, null)
                            .path("message")
                            .asText())
                    .isEqualTo("ActionCallError: unauthorized: The caller is not the plugin of this run (mismatch)");
        }
        JsonNode unsigned = asked.call("retrieve_knowledge_base", "{\"kb_id\":\"kb\",\"query_text\":\"q\"}");
        assertThat(unsigned.path("message").asText()).doesNotContain("mismatch");
        asked.result("run.completed", DONE).end();
        typesOf(run);
        await().untilAsserted(() -> assertThat(asked.callAs("walk/behind", "state_get", state, null)
                        .path("message")
                        .asText())
                .isEqualTo("ActionCallError: not_found: Run session " + run.runId() + " not found or expired"));
    }

    /** Above the limit of a result, and above what a socket reads without waiting for room; {@code DialledRuntimeTest} has the largest. */
    @Test
    void aResultThatIsTooLargeCostsItselfAndNotItsRun() {
        Resolution run = request("behind", RetryPolicy.NEVER, 60);
        RuntimeRun asked = ScriptedRuntimes.main.nextRun();
        asked.result(
                        "message.completed",
                        ScriptedRuntime.tree(
                                "{\"message\":{\"role\":\"assistant\",\"content\":\"" + "x".repeat(3 << 20) + "\"}}"))
                .result("message.completed", MESSAGE)
                .result("run.completed", DONE)
                .end();

        assertThat(typesOf(run)).containsExactly("run.started", "message.completed", "run.completed");
    }

    @Test
    void aRuntimeThatDropsTheConnectionLosesItsRunsAndIsDialledAgain() {
        Resolution lost = request("behind", RetryPolicy.NEVER, 60);
        Resolution again = request("beside", RetryPolicy.UNTOUCHED, 60);
        ScriptedRuntimes.main.nextRun();
        ScriptedRuntimes.main.nextRun();

        ScriptedRuntimes.main.control().drop();

        assertThat(typesOf(lost)).containsExactly("run.started", "run.failed");
        assertThat(topic.frames(lost.runId()).getLast().data().path("code").asText())
                .isEqualTo("runner.lost");
        RuntimeRun second = ScriptedRuntimes.main.nextRun();
        assertThat(second.runId()).isNotEqualTo(again.runId().toString());
        assertThat(second.runId())
                .isIn(
                        RunIds.seenByRunner(again.runId(), 2).toString(),
                        RunIds.seenByRunner(again.runId(), 3).toString());
        second.result("message.completed", MESSAGE)
                .result("run.completed", DONE)
                .end();
        assertThat(typesOf(again)).endsWith("run.started", "message.completed", "run.completed");
    }

    @Test
    void whatIsConnectedAndWhatIsNotIsShown() {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            JsonPath listed = runners();
            assertThat(listed.getList("runners.id"))
                    .contains("plugin:walk/behind/default", "plugin:walk/beside/default", "plugin:walk/elder/default");
            assertThat(listed.getInt("runners.find { it.id == 'plugin:walk/behind/default' }.connections[0].room"))
                    .isEqualTo(126);
            assertThat(listed.getString("runners.find { it.id == 'plugin:walk/behind/default' }.plugin.version"))
                    .isEqualTo("1.2.0");
            assertThat(listed.getString("refused.find { it.runner == 'broken' }.reason"))
                    .contains("galaxy");
            assertThat(listed.getString("refused.find { it.runner == 'broken' }.plugin"))
                    .isEqualTo("walk/behind");
            assertThat(listed.getString("refused.find { it.plugin == 'runtime locked' }.reason"))
                    .contains("control token", "401");
            assertThat(listed.getString("refused.find { it.plugin == 'runtime garbled' }.reason"))
                    .isEqualTo("list_agent_runners failed: invalid message: not JSON");
        });
        assertThat(runners().prettify()).doesNotContain("a-control-token");
    }

    private JsonPath runners() {
        return RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer " + ScriptedProfile.KEY)
                .get("/api/v1/runners")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    private static Resolution request(String plugin, RetryPolicy retry, int queueSeconds) {
        Resolution run = Resolutions.bound(
                RunRequests.event(RunRequests.conversation(), "hello"),
                Resolutions.binding(
                        new RunnerId("walk", plugin, "default"),
                        TurnPolicy.SERIAL,
                        retry,
                        new DeadlinePolicy(queueSeconds, 60)));
        topic.request(run);
        return run;
    }

    private static List<String> typesOf(Resolution run) {
        await().atMost(Duration.ofSeconds(30)).until(() -> topic.hasEnded(run.runId()));
        return topic.frames(run.runId()).stream().map(ResultFrame::type).toList();
    }
}
