package dev.agenthost.orchestrator.walk;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.runner.ws.FakeContextStore;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.id.RunnerId;
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
import io.restassured.RestAssured;
import io.restassured.response.ValidatableResponse;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** One application with its topics and plugins of a test. */
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(FakeContextStore.class)
abstract class PluginWalkFixture {
    static final String MESSAGE = "{\"message\":{\"role\":\"assistant\",\"content\":\"hello\"}}";
    static RunTopics topic;

    @TestHTTPResource("/")
    URI address;

    @Inject
    Vertx vertx;

    @Inject
    Pool pool;

    @BeforeAll
    static void open() {
        topic = new RunTopics();
    }

    @AfterAll
    static void close() throws Exception {
        topic.close();
    }

    ValidatableResponse get(String key, String path) {
        return RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer " + key)
                .get(path)
                .then();
    }

    void cancel(Resolution run) {
        RestAssured.given()
                .port(address.getPort())
                .header("Authorization", "Bearer " + ScriptedProfile.KEY)
                .contentType("application/json")
                .body("{}")
                .post("/api/v1/runs/" + run.runId() + "/cancel")
                .then()
                .statusCode(202);
    }

    static ObjectNode charged(JsonNode run, String type, String data, String usage) {
        ObjectNode result = ScriptedPlugin.tree("{}").deepCopy();
        result.put("run_id", run.at("/data/context/run_id").asText()).put("type", type);
        result.set("data", ScriptedPlugin.tree(data));
        result.set("usage", ScriptedPlugin.tree(usage));
        return result;
    }

    ScriptedPlugin plugin(String key, String name) {
        return ScriptedPlugin.ready(
                vertx,
                address.getPort(),
                key,
                ScriptedPlugin.registration("walk", name, key),
                ScriptedPlugin.container("walk", name));
    }

    static Resolution request(String plugin, RetryPolicy retry, int queueSeconds) {
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

    static List<String> typesOf(Resolution run) {
        await().atMost(Duration.ofSeconds(30)).until(() -> topic.hasEnded(run.runId()));
        return topic.frames(run.runId()).stream().map(ResultFrame::type).toList();
    }

    static JsonNode data(JsonNode runRequest, String json) {
        ObjectNode data = ScriptedPlugin.tree(json).deepCopy();
        return data.put("run_id", runRequest.at("/data/context/run_id").asText());
    }
}
