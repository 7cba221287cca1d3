package dev.agenthost.walk.runner;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.settings.Service;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.testkit.model.ScriptedModel;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.SseEvent;
import dev.agenthost.walk.plugin.PingingPlugin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runners with the whole host behind them: every service, the real broker and the real database. */
class RunnersTest extends PlannerScenarios {
    @Test
    void whatARunnerKeepsItFindsInALaterTurn() throws Exception {
        ObjectNode policies = FrontDoor.JSON.createObjectNode();
        ObjectNode resources = policies.putObject("resource_policy");
        resources.putArray("storage").add("plugin");
        resources.putArray("host_apis").add("history").add("events").add("artifacts");
        walk.demo.bind("keeper", walk.demo.agent("keeper", StorageRunner.RUNNER_ID, policies));
        String conversation = fresh();
        try (RunnerHost host = connected(StorageRunner.plugin())) {
            String kept = said("keeper", conversation, "keep the tower of 东京 is red");
            assertThat(kept).startsWith("kept note-");

            assertThat(said("keeper", conversation, "find it"))
                    .isEqualTo("[note] | text/plain | made of the tower of 东京 is red | keep the tower of 东京 is red"
                            + " | message.received");
            String artifact = "/api/v1/artifacts/" + kept.substring("kept ".length());
            JsonNode shown = walk.door.get(artifact).body();
            assertThat(shown.path("name").asText()).isEqualTo("note.txt");
            assertThat(shown.path("sha256").asText()).hasSize(64);
            FrontDoor stranger = stranger();
            for (String part : List.of("", "/content")) {
                assertThat(stranger.get(artifact + part).status()).isEqualTo(404);
                assertThat(stranger.get(artifact + part)).isEqualTo(stranger.get("/api/v1/artifacts/note-none" + part));
            }
        }
    }

    /** With and without the front door: a pong does not wait for the messages that the plugin sent before its ping. */
    @Test
    void aBurstOfAPluginThatPingsAndNeverPausesEndsWholeAndExact() throws Exception {
        int port = walk.box.processes().stream()
                .filter(process -> process.name().equals(Service.RUN_ORCHESTRATOR.module()))
                .findFirst()
                .orElseThrow()
                .port();
        String key = walk.box.keys().runnerKey();
        try (PingingPlugin front = new PingingPlugin(walk.box.runnerAddress(), key, "burst-front");
                PingingPlugin direct =
                        new PingingPlugin(URI.create("ws://127.0.0.1:" + port + "/runner/ws"), key, "burst-direct")) {
            FrontDoor.Accepted byFront = burst(front, "burst-front");
            FrontDoor.Accepted byDirect = burst(direct, "burst-direct");

            endsWholeAndExact(front, byFront);
            endsWholeAndExact(direct, byDirect);
        }
    }

    private FrontDoor.Accepted burst(PingingPlugin plugin, String bot) {
        walk.demo.bind(bot, walk.demo.agent(bot, plugin.runnerId(), FrontDoor.JSON.createObjectNode()));
        return walk.door.say(bot, fresh(), fresh(), "burst");
    }

    private void endsWholeAndExact(PingingPlugin plugin, FrontDoor.Accepted accepted) {
        List<SseEvent> events = walk.door.follow(accepted.stream());
        System.out.println(plugin.runnerId() + ": the latest pong came after " + plugin.latestPongMillis() + " ms");
        assertThat(plugin.closed()).as("%s", plugin.closed()).isNotDone();
        assertThat(events.getLast().type()).isEqualTo("run.completed");
        StringBuilder text = new StringBuilder();
        events.stream()
                .filter(event -> event.type().equals("message.delta"))
                .forEach(event ->
                        text.append(event.payload().at("/chunk/content").asText()));
        assertThat(text.toString().equals(PingingPlugin.text()))
                .as("%s characters are those that were sent", text.length())
                .isTrue();
    }

    @Test
    void aRunnerLooksAfterItsRunsAndWhatItKeptByName() throws Exception {
        try (ScriptedReranker ranker = new ScriptedReranker();
                RunnerHost host = connected(RunManagementRunner.plugin())) {
            String provider = "\"provider\":{\"base_url\":\"" + ranker.baseUrl() + "\"}}";
            made("/api/v1/models", "{\"model_id\":\"ranker\",\"kind\":\"rerank\",\"model\":\"r-1\"," + provider);
            made("/api/v1/models", "{\"model_id\":\"counted\",\"kind\":\"chat\",\"model\":\"c-1\"," + provider);
            ObjectNode policies = FrontDoor.JSON.createObjectNode();
            policies.putObject("runner_config").put("prompt", "Be thrifty.");
            ObjectNode resources = policies.putObject("resource_policy");
            resources.putArray("models").add("ranker").add("counted");
            resources.putArray("storage").add("workspace");
            resources.putArray("host_apis").add("state").add("runs");
            walk.demo.bind("steward", walk.demo.agent("steward", RunManagementRunner.RUNNER_ID, policies));
            String conversation = fresh();
            assertThat(said("steward", conversation, "keep")).isEqualTo("kept");
            assertThat(said("steward", conversation, "stop")).isEqualTo("stopping");

            JsonNode found = FrontDoor.JSON.readTree(said("steward", conversation, "look"));

            assertThat(found.path("runs")).hasSize(3);
            assertThat(found.at("/runs/0/run_id")).isEqualTo(found.path("run_id"));
            assertThat(found.path("runs").findValuesAsText("status"))
                    .containsExactly("running", "cancelled", "completed");
            assertThat(found.at("/runs/1/status_reason").asText()).isEqualTo("enough");
            assertThat(found.path("finished").findValuesAsText("status")).containsExactly("completed");
            assertThat(found.path("said").findValuesAsText("type")).contains("run.started", "message.completed");
            assertThat(found.path("said").toString()).contains("\"kept\"");
            assertThat(found.path("names").toString()).isEqualTo("[\"paint.colour\"]");
            assertThat(found.path("forgotten").asBoolean()).isTrue();
            assertThat(found.path("forgotten_again").asBoolean(true)).isFalse();
            assertThat(found.path("left").asBoolean(true)).isFalse();
            // Other runners of the workspace store values there, too.
            assertThat(found.path("files")).map(JsonNode::asText).contains("plan");
            assertThat(found.path("plan").asText()).isEqualTo("slowly");
            assertThat(found.path("plan_left").asBoolean(true)).isFalse();
            assertThat(found.path("prompt").asText()).isEqualTo("Be thrifty.");
            assertThat(found.path("tokens").asInt())
                    .isGreaterThan(found.path("fewer_tokens").asInt())
                    .isLessThan(60);
            assertThat(found.path("ranked").toString()).isEqualTo("[1,2]");
        }
    }

    @Test
    void everyMethodOfTheHostApiAnswersAPluginWithWhatIsReallyThere() throws Exception {
        try (ScriptedModel model = new ScriptedModel(0, asked -> {});
                ScriptedReranker ranker = new ScriptedReranker();
                RunnerHost host = connected(HostApiProbeRunner.plugin())) {
            String provider = "\"provider\":{\"base_url\":\"";
            made(
                    "/api/v1/models",
                    "{\"model_id\":\"speaks\",\"kind\":\"chat\",\"model\":\"s-1\"," + provider + model.baseUrl()
                            + "\"}}");
            made(
                    "/api/v1/models",
                    "{\"model_id\":\"orders\",\"kind\":\"rerank\",\"model\":\"o-1\"," + provider + ranker.baseUrl()
                            + "\"}}");
            WireCoverage census = new WireCoverage(walk);
            census.prepare();
            census.take();
        }
    }

    @Test
    void aWrongRunnerKeyGetsNoSocketThroughTheFrontDoorEither() {
        try (HttpClient http = HttpClient.newHttpClient()) {
            assertThatThrownBy(() -> http.newWebSocketBuilder()
                            .header("Authorization", "Bearer wrong")
                            .buildAsync(walk.box.runnerAddress(), new WebSocket.Listener() {})
                            .join())
                    .cause()
                    .isInstanceOfSatisfying(WebSocketHandshakeException.class, refused -> assertThat(
                                    refused.getResponse().statusCode())
                            .isEqualTo(401));
        }
    }

    @Test
    void whatPeopleGiveToAnAgentItsRunnerUses() throws Exception {
        made("/api/v1/mcp-servers", "{\"server_id\":\"abacus\",\"kind\":\"stdio\",\"command\":\"abacus\"}");
        made("/api/v1/knowledge-bases", "{\"kb_id\":\"house\",\"name\":\"House rules\"}");
        String document = "/api/v1/knowledge-bases/house/documents/"
                + walk.door
                        .give(
                                "/api/v1/knowledge-bases/house/documents?filename=rules.md",
                                "text/markdown",
                                "# Noise\nNo drums after ten in the evening.\n\n# Bins\nThe bins are emptied on Tuesday.")
                        .body()
                        .path("document_id")
                        .asText();
        String file = walk.door
                .give("/api/v1/files?name=motto.txt&purpose=config", "text/plain", "slow and steady")
                .body()
                .path("file_key")
                .asText();
        assertThat(walk.door
                        .call(
                                "PUT",
                                "/api/v1/skills/greet",
                                "{\"description\":\"How to greet\",\"instructions\":\"Bow, then smile.\"}")
                        .status())
                .isEqualTo(201);
        ObjectNode policies = FrontDoor.JSON.createObjectNode();
        ObjectNode resources = policies.putObject("resource_policy");
        resources.putArray("tools").add("abacus/add").add("register_skill");
        resources.putArray("knowledge_bases").add("house");
        resources.putArray("files").add(file);
        resources.putArray("skills").add("greet");
        walk.demo.bind("gatherer", walk.demo.agent("gatherer", AgentResourceRunner.RUNNER_ID, policies));
        // A program needs time to start, and so does the embedding model.
        await("the program answers")
                .atMost(Duration.ofSeconds(60))
                .until(() -> walk.door.get("/api/v1/mcp-servers/abacus/tools").status() == 200);
        await("the document is indexed")
                .atMost(Duration.ofSeconds(120))
                .until(() ->
                        walk.door.get(document).body().path("status").asText().equals("indexed"));

        try (RunnerHost host = connected(AgentResourceRunner.plugin())) {
            JsonNode found =
                    FrontDoor.JSON.readTree(said("gatherer", fresh(), "When do I have to be quiet in the night?"));

            assertThat(found.path("tools").toString())
                    .contains("abacus__add")
                    .contains("activate")
                    .contains("register_skill");
            assertThat(found.at("/detail/parameters/required").toString()).isEqualTo("[\"a\",\"b\"]");
            assertThat(found.at("/sum/structured_content/sum").asInt()).isEqualTo(42);
            assertThat(found.path("base").asText()).isEqualTo("House rules");
            assertThat(found.at("/passage/content/0/text").asText()).contains("No drums after ten");
            assertThat(found.at("/passage/metadata/document_name").asText()).isEqualTo("rules.md");
            assertThat(found.path("file").asText()).isEqualTo("motto.txt: slow and steady");
            assertThat(found.path("description").asText()).isEqualTo("How to greet");
            assertThat(found.at("/skill/content/0/text").asText()).isEqualTo("Bow, then smile.");
            assertThat(found.at("/learned/structured_content/skill_name").asText())
                    .isEqualTo("count-beads");
        }
        assertThat(walk.door
                        .get("/api/v1/skills/count-beads")
                        .body()
                        .path("instructions")
                        .asText())
                .isEqualTo("From the left.");
    }
}
