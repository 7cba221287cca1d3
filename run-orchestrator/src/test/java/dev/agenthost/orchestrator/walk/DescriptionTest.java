package dev.agenthost.orchestrator.walk;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.interaction.Question;
import dev.agenthost.orchestrator.interaction.QuestionRepository;
import dev.agenthost.orchestrator.interaction.Questions;
import dev.agenthost.orchestrator.projection.GraphView;
import dev.agenthost.orchestrator.projection.GraphViewRepository;
import dev.agenthost.orchestrator.projection.GraphViews;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.runner.Pictures;
import dev.agenthost.orchestrator.runner.ws.FakeContextStore;
import dev.agenthost.orchestrator.runner.ws.ScriptedMcp;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.result.UiStatus;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.specification.RequestSpecification;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(PluginProfile.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(FakeContextStore.class)
class DescriptionTest {
    private static final String MODEL = """
            {"kind":"chat","provider":{"base_url":"https://models.example/v1","api_key_ref":"MODEL_KEY"},
             "model":"small-2026","context_window":128000,"extra_args":{"temperature":0.2}}""";

    private static final String SERVER = """
            {"kind":"http","url":"%s","headers":[{"name":"Authorization","secret_ref":"MODEL_KEY","scheme":"Bearer"}],
             "description":"two tools"}""";

    @TestHTTPResource("/")
    URI address;

    @Inject
    Vertx vertx;

    @Inject
    QuestionRepository questions;

    @Inject
    GraphViewRepository views;

    private OpenApiValidationFilter api;

    @BeforeEach
    void readTheDocument() {
        api = OpenApiValidationFilter.of("run-orchestrator");
    }

    @Test
    void theCopyInTheDocumentationIsWhatIsServed() throws IOException {
        api.isWhole();
        api.isItsCopy();
    }

    /** But for 413, where the service hangs up while it is sent too much, 500, which needs a broken database, and the WebSocket. */
    @Test
    void everyAnswerIsAsDescribedAndEveryDescribedAnswerIsGiven() throws Exception {
        String unanswered = unanswered();
        String runs = "/api/v1/runs/";
        as().get(runs + unanswered).then().statusCode(200).body("outcome.type", equalTo("run.unanswered"));
        as().get(runs + UUID.randomUUID()).then().statusCode(404);
        as().get(runs + "nonsense").then().statusCode(404);
        unauthenticated().get(runs + unanswered).then().statusCode(401);

        as().get("/api/v1/runs?status=failed&code=no_binding&bot_id=demo&limit=1")
                .then()
                .statusCode(200)
                .body("items[0].status", equalTo("failed"));
        as().get("/api/v1/runs?limit=0").then().statusCode(400).body("field", equalTo("limit"));
        unauthenticated().get("/api/v1/runs").then().statusCode(401);
        as().get(runs + unanswered + "/grant").then().statusCode(404);
        as().get(runs + "nonsense/grant").then().statusCode(404);
        unauthenticated().get(runs + unanswered + "/grant").then().statusCode(401);

        String cancel = runs + UUID.randomUUID() + "/cancel";
        as().post(cancel).then().statusCode(202);
        as().contentType("application/json")
                .body("{\"reason\":\"done\"}")
                .post(cancel)
                .then()
                .statusCode(202);
        as().contentType("application/json")
                .body("{\"reason\":\"" + "x".repeat(501) + "\"}")
                .post(cancel)
                .then()
                .statusCode(400);
        as().post(runs + "nonsense/cancel").then().statusCode(404);
        unauthenticated().post(cancel).then().statusCode(401);

        try (ScriptedPlugin plugin = ScriptedPlugin.ready(vertx, address.getPort(), PluginProfile.RUNNER_KEY)) {
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            as().get("/api/v1/runners").then().statusCode(200).body("runners.size()", not(equalTo(0))));
            String granted = granted(plugin);
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> as().get(runs + granted + "/grant")
                    .then()
                    .statusCode(200)
                    .body("run_id", equalTo(granted)));
        }
        unauthenticated().get("/api/v1/runners").then().statusCode(401);
        icons();
        unauthenticated()
                .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
                .header("Authorization", "Bearer wrong")
                .get("/runner/ws")
                .then()
                .statusCode(401);
        as().post("/api/v1/runners/refresh").then().statusCode(202);
        unauthenticated().post("/api/v1/runners/refresh").then().statusCode(401);
        adapter().post("/api/v1/runners/refresh").then().statusCode(403);

        interactions();
        projections();
        models();
        try (ScriptedMcp server = new ScriptedMcp()) {
            servers(server);
        }

        for (String path : List.of(
                "/api/v1/runs",
                runs + unanswered,
                runs + unanswered + "/grant",
                "/api/v1/runners",
                "/api/v1/runners/peer/pictured/icon",
                "/api/v1/models",
                "/api/v1/models/m",
                "/api/v1/mcp-servers",
                "/api/v1/mcp-servers/s",
                "/api/v1/mcp-servers/s/tools")) {
            adapter().get(path).then().statusCode(403);
        }
        adapter().post(cancel).then().statusCode(403);
        adapter()
                .contentType("application/json")
                .body(MODEL)
                .post("/api/v1/models")
                .then()
                .statusCode(403);
        adapter()
                .contentType("application/json")
                .body(MODEL)
                .put("/api/v1/models/m")
                .then()
                .statusCode(403);
        adapter().delete("/api/v1/models/m").then().statusCode(403);
        adapter()
                .contentType("application/json")
                .body("{}")
                .post("/api/v1/mcp-servers")
                .then()
                .statusCode(403);
        adapter()
                .contentType("application/json")
                .body("{}")
                .put("/api/v1/mcp-servers/s")
                .then()
                .statusCode(403);
        adapter().delete("/api/v1/mcp-servers/s").then().statusCode(403);

        assertThat(api.unseen("101", "413", "500", "503")).isEmpty();
    }

    private void icons() {
        String icon = "/api/v1/runners/peer/pictured/icon";
        as().get(icon).then().statusCode(404);
        unauthenticated().get(icon).then().statusCode(401);
        String manifest = "/api/v1/runners/peer/pictured/default/manifest";
        as().get(manifest).then().statusCode(404);
        unauthenticated().get(manifest).then().statusCode(401);
        adapter().get(manifest).then().statusCode(403);
        try (ScriptedPlugin plugin = ScriptedPlugin.ready(
                vertx,
                address.getPort(),
                PluginProfile.RUNNER_KEY,
                ScriptedPlugin.registration("peer", "pictured", PluginProfile.RUNNER_KEY),
                ScriptedPlugin.pictured("peer", "pictured"))) {
            plugin.showIcon(Pictures.png(100));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> as().get(manifest).statusCode() == 200);
            await().atMost(Duration.ofSeconds(30)).until(() -> as().get(icon).statusCode() == 200);
            as().header("If-None-Match", "*").get(icon).then().statusCode(304);
        }
    }

    private void projections() {
        GraphView elsewhere = GraphViews.view(ClaimedRuns.claimed(), "g-1", UiStatus.WAITING);
        GraphView view = new GraphView(
                new ConversationKey(ConversationKey.prefix("demo", "bot-1", "conv-1")),
                new RunKey("demo", elsewhere.run().runId()),
                elsewhere.event(),
                elsewhere.projection(),
                elsewhere.latest());
        views.put(view).await().indefinitely();
        String list = "/api/v1/projections";
        as().get(list + "?bot_id=bot-1&conversation_id=conv-1")
                .then()
                .statusCode(200)
                .body("items[0].run_id", equalTo(view.run().runId().toString()))
                .body("items[0].latest_run_id", equalTo(view.run().runId().toString()))
                .body("items[0].projection.actions[0].status", equalTo("waiting"));
        as().get(list + "?bot_id=bot-1&conversation_id=conv-1&thread_id=t")
                .then()
                .statusCode(200)
                .body("items.size()", equalTo(0));
        as().get(list + "?bot_id=bot-1").then().statusCode(400).body("field", equalTo("conversation_id"));
        as().get(list + "?conversation_id=conv-1").then().statusCode(400).body("field", equalTo("bot_id"));
        unauthenticated().get(list).then().statusCode(401);
        adapter().get(list + "?bot_id=bot-1&conversation_id=conv-1").then().statusCode(403);
    }

    private void interactions() {
        Question open = asked(List.of(), Instant.now());
        Question named = asked(List.of("ada"), Instant.now());
        Question old = asked(List.of(), Instant.now().minus(Duration.ofHours(25)));
        String path = "/api/v1/runs/" + open.run().runId() + "/interactions/deploy-1";
        String approved = response(open, "approve");
        String list = path.substring(0, path.lastIndexOf('/'));
        as().get(list).then().statusCode(200).body("items[0].request.title", equalTo("Deploy?"));
        as().get("/api/v1/runs/nonsense/interactions").then().statusCode(404);
        unauthenticated().get(list).then().statusCode(401);
        unauthenticated()
                .header("Authorization", "Bearer " + PluginProfile.HOST_KEY)
                .get(list)
                .then()
                .statusCode(403);
        as().contentType("application/json").body("{}").post(path).then().statusCode(400);
        as().contentType("application/json").body(approved).post(path).then().statusCode(202);
        as().contentType("application/json")
                .body(response(open, "reject"))
                .post(path)
                .then()
                .statusCode(409);
        as().contentType("application/json")
                .body("{\"token\":\"x\"}")
                .post(path)
                .then()
                .statusCode(404);
        as().contentType("text/plain").body("yes").post(path).then().statusCode(415);
        as().contentType("application/json")
                .body(response(named, "approve"))
                .post(path.replace(
                        open.run().runId().toString(), named.run().runId().toString()))
                .then()
                .statusCode(403);
        as().contentType("application/json")
                .body(response(old, "approve"))
                .post(path.replace(
                        open.run().runId().toString(), old.run().runId().toString()))
                .then()
                .statusCode(410);
        unauthenticated()
                .contentType("application/json")
                .body(approved)
                .post(path)
                .then()
                .statusCode(401);
    }

    /** A question of the workspace of the key. */
    private static Question asked(List<String> actors, Instant at) {
        Question question = Questions.asked(ClaimedRuns.claimed(), actors, at);
        return new Question(
                new RunKey("demo", question.run().runId()), question.request(), question.actors(), question.event());
    }

    private String response(Question question, String action) {
        String token = questions.ask(question).await().atMost(Duration.ofSeconds(10));
        return "{\"token\":\"" + token + "\",\"action_id\":\"" + action + "\",\"values\":{\"priority\":\"normal\"}}";
    }

    private void models() {
        String models = "/api/v1/models";
        String id = "m-" + UUID.randomUUID();
        String one = models + "/" + id;
        String named = MODEL.replaceFirst("\\{", "{\"model_id\":\"" + id + "\",");
        json(named).post(models).then().statusCode(201);
        json(named).post(models).then().statusCode(409);
        json("{").post(models).then().statusCode(400);
        json(MODEL.replaceFirst("\\{", "{\"workspace_id\":\"elsewhere\","))
                .post(models)
                .then()
                .statusCode(404);
        as().get(models).then().statusCode(200);
        as().get(models + "?limit=0").then().statusCode(400);
        as().get(one).then().statusCode(200);
        as().get(models + "/none").then().statusCode(404);
        json(MODEL).header("If-Match", "\"1\"").put(one).then().statusCode(200);
        json(MODEL).header("If-Match", "\"1\"").put(one).then().statusCode(412);
        json(MODEL).put(one).then().statusCode(428);
        json("{}").header("If-Match", "*").put(one).then().statusCode(400);
        json(MODEL).header("If-Match", "*").put(models + "/none").then().statusCode(404);
        as().header("If-Match", "\"1\"").delete(one).then().statusCode(412);
        as().delete(one).then().statusCode(204);
        as().delete(one).then().statusCode(404);
        unauthenticated().get(models).then().statusCode(401);
        unauthenticated().get(one).then().statusCode(401);
        unauthenticated()
                .contentType("application/json")
                .body(MODEL)
                .post(models)
                .then()
                .statusCode(401);
        unauthenticated()
                .contentType("application/json")
                .body(MODEL)
                .put(one)
                .then()
                .statusCode(401);
        unauthenticated().delete(one).then().statusCode(401);
        as().contentType("text/plain").body("m").post(models).then().statusCode(415);
        as().contentType("text/plain").body("m").put(one).then().statusCode(415);
    }

    private void servers(ScriptedMcp server) {
        String servers = "/api/v1/mcp-servers";
        String id = "s-" + UUID.randomUUID().toString().substring(0, 8);
        String one = servers + "/" + id;
        String body = SERVER.formatted(server.url());
        String named = body.replaceFirst("\\{", "{\"server_id\":\"" + id + "\",");
        json(named).post(servers).then().statusCode(201);
        json(named).post(servers).then().statusCode(409);
        json(body).post(servers).then().statusCode(400).body("field", equalTo("server_id"));
        json(named.replaceFirst("\\{", "{\"workspace_id\":\"elsewhere\","))
                .post(servers)
                .then()
                .statusCode(404);
        as().get(servers).then().statusCode(200);
        as().get(servers + "?limit=0").then().statusCode(400);
        as().get(one).then().statusCode(200);
        as().get(servers + "/none").then().statusCode(404);
        as().get(one + "/tools").then().statusCode(200).body("tools.size()", equalTo(2));
        as().get(servers + "/none/tools").then().statusCode(404);
        json(body).header("If-Match", "\"1\"").put(one).then().statusCode(200);
        json(body).header("If-Match", "\"1\"").put(one).then().statusCode(412);
        json(body).put(one).then().statusCode(428);
        json("{}").header("If-Match", "*").put(one).then().statusCode(400);
        json(body).header("If-Match", "*").put(servers + "/none").then().statusCode(404);
        server.isAway = true;
        json(body.replace("two tools", "none"))
                .header("If-Match", "*")
                .put(one)
                .then()
                .statusCode(200);
        as().get(one + "/tools").then().statusCode(502);
        as().header("If-Match", "\"1\"").delete(one).then().statusCode(412);
        as().delete(one).then().statusCode(204);
        as().delete(one).then().statusCode(404);
        unauthenticated().get(servers).then().statusCode(401);
        unauthenticated().get(one).then().statusCode(401);
        unauthenticated().get(one + "/tools").then().statusCode(401);
        unauthenticated()
                .contentType("application/json")
                .body(body)
                .post(servers)
                .then()
                .statusCode(401);
        unauthenticated()
                .contentType("application/json")
                .body(body)
                .put(one)
                .then()
                .statusCode(401);
        unauthenticated().delete(one).then().statusCode(401);
        as().contentType("text/plain").body("m").post(servers).then().statusCode(415);
        as().contentType("text/plain").body("m").put(one).then().statusCode(415);
    }

    private RequestSpecification json(String body) {
        return as().contentType("application/json").body(body);
    }

    private String unanswered() throws Exception {
        Resolution run = Resolutions.unbound(RunRequests.event(RunRequests.conversation(), "hello"));
        try (RunTopics topic = new RunTopics()) {
            topic.request(run);
            await().atMost(Duration.ofSeconds(30)).until(() -> topic.hasEnded(run.runId()));
        }
        return run.runId().toString();
    }

    private static String granted(ScriptedPlugin plugin) throws Exception {
        Resolution run = Resolutions.bound(
                RunRequests.event(RunRequests.conversation(), "hello"),
                Resolutions.binding(
                        RunnerId.parse("plugin:peer/probe-runner/default"),
                        TurnPolicy.SERIAL,
                        RetryPolicy.NEVER,
                        DeadlinePolicy.defaults()));
        try (RunTopics topic = new RunTopics()) {
            topic.request(run);
            plugin.next("run_agent");
        }
        return run.runId().toString();
    }

    private RequestSpecification as() {
        return given().filter(api).header("Authorization", "Bearer " + ScriptedProfile.KEY);
    }

    /** Comes in, and may do nothing here. */
    private RequestSpecification adapter() {
        return unauthenticated().header("Authorization", "Bearer " + PluginProfile.ADAPTER_KEY);
    }

    private RequestSpecification unauthenticated() {
        return given().filter(api);
    }
}
