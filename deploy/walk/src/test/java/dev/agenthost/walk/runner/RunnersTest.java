package dev.agenthost.walk.runner;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.model.ScriptedModel;
import dev.agenthost.local.plan.Demo;
import dev.agenthost.local.settings.Service;
import dev.agenthost.runners.acpagent.AcpAgentRunner;
import dev.agenthost.runners.acpagent.ScriptedAgent;
import dev.agenthost.runners.acpagent.process.AgentProfile;
import dev.agenthost.runners.acpagent.process.AgentProfileRegistry;
import dev.agenthost.runners.acpagent.rpc.PermissionPolicy;
import dev.agenthost.runners.localagent.LocalAgentRunner;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.SseEvent;
import dev.agenthost.walk.box.WalkBox;
import dev.agenthost.walk.plugin.PingingPlugin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Runners with the whole host behind them: every service, the real broker and the real database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunnersTest {
    private static final String LOCAL_AGENT = "plugin:agenthost/local-agent/default";
    private static final String HARNESS = "plugin:agenthost/acp-agent/default";

    private WalkBox walk;

    @BeforeAll
    void start() throws Exception {
        walk = WalkBox.thatThinks(Map.of(
                "agenthost.tools.stdio.\"abacus\".command",
                String.join(",", CalculatorMcpServer.command()),
                "agenthost.tools.stdio.\"abacus\".workspaces",
                "*"));
    }

    @AfterAll
    void stop() {
        if (walk != null) {
            walk.close();
        }
    }

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

    @Test
    void theLocalAgentAnswersWithAModelAndEachTurnsRequestBeginsWithTheLast() throws Exception {
        List<ObjectNode> asked = new CopyOnWriteArrayList<>();
        try (ScriptedModel model = new ScriptedModel(0, asked::add);
                RunnerHost host = connected(LocalAgentRunner.plugin())) {
            ObjectNode offered = FrontDoor.JSON.createObjectNode();
            offered.put("model_id", "scripted")
                    .put("kind", "chat")
                    .put("model", "scripted-1")
                    .put("context_window", 32_768);
            offered.putObject("provider").put("base_url", model.baseUrl());
            assertThat(walk.door.call("POST", "/api/v1/models", offered).status())
                    .isEqualTo(201);
            ObjectNode policies = FrontDoor.JSON.createObjectNode();
            ObjectNode config = policies.putObject("runner_config").put("prompt", "Be brief.");
            config.putObject("model").put("primary", "scripted").putArray("fallbacks");
            walk.demo.bind("thinker", walk.demo.agent("thinker", LOCAL_AGENT, policies));
            String conversation = fresh();

            FrontDoor.Accepted first = walk.door.say("thinker", conversation, fresh(), "good morning");
            List<SseEvent> stream = walk.door.follow(first.stream());
            assertThat(FrontDoor.said(stream)).startsWith("You said: “good morning”.");
            assertThat(stream).anyMatch(event -> event.type().equals("message.delta"));
            assertThat(walk.awaitEnded(first.runId())
                            .at("/outcome/usage/total_tokens")
                            .asInt())
                    .isPositive();
            JsonNode granted =
                    walk.door.get("/api/v1/runs/" + first.runId() + "/grant").body();
            assertThat(granted.at("/resources/models/0/model_id").asText()).isEqualTo("scripted");
            assertThat(granted.at("/resources/models/0/context_window").asInt()).isEqualTo(32_768);

            assertThat(said("thinker", conversation, "and good night"))
                    .isEqualTo("You said: “and good night”. Before that: “good morning”.");
            List<String> before = messages(asked.getFirst());
            List<String> after = messages(asked.getLast());
            assertThat(before).hasSize(2).first().asString().contains("Be brief.");
            assertThat(after).hasSize(4);
            assertThat(after.subList(0, 2)).isEqualTo(before);
            assertThat(after.get(2)).contains("You said: “good morning”");
        }
    }

    @Test
    void theBoxesOwnAgentAnswersBesideTheEcho() throws Exception {
        String conversation = fresh();
        assertThat(said(Demo.THINKING_BOT, conversation, "the tower is red"))
                .startsWith("You said: “the tower is red”.");
        assertThat(said(Demo.THINKING_BOT, conversation, "what did I say?"))
                .isEqualTo("You said: “what did I say?”. Before that: “the tower is red”.");
        assertThat(said(Demo.BOT, conversation, "hello")).contains("hello");
    }

    @Test
    void aPhotoThatAPersonSendsReachesTheModelOfTheBoxesOwnAgent() throws Exception {
        String conversation = fresh();
        ObjectNode photo = FrontDoor.message(Demo.THINKING_BOT, conversation, fresh());
        photo.putArray("attachments").add(UploadedPhoto.given(walk, Demo.THINKING_BOT, conversation));

        assertThat(said(photo)).startsWith("You said: “[image_url]”.");
        assertThat(said(Demo.THINKING_BOT, conversation, "what was it?"))
                .isEqualTo("You said: “what was it?”. Before that: “[image_url]”.");
        ObjectNode stolen =
                FrontDoor.message(Demo.THINKING_BOT, fresh(), fresh()).put("text", "and this one?");
        stolen.set("attachments", photo.path("attachments"));
        assertThat(said(stolen))
                .contains("and this one?", "you cannot see it: tower.png")
                .doesNotContain("image_url");
    }

    @Test
    void aModelSeesThePhotosBytesAndWithoutTheRightItIsToldOfThem() throws Exception {
        List<ObjectNode> asked = new CopyOnWriteArrayList<>();
        try (ScriptedModel model = new ScriptedModel(0, asked::add)) {
            made(
                    "/api/v1/models",
                    "{\"model_id\":\"seeing\",\"kind\":\"chat\",\"model\":\"seeing-1\",\"provider\":{\"base_url\":\""
                            + model.baseUrl() + "\"}}");
            for (String bot : List.of("sees", "sees-not")) {
                ObjectNode policies = FrontDoor.JSON.createObjectNode();
                policies.putObject("runner_config")
                        .putObject("model")
                        .put("primary", "seeing")
                        .putArray("fallbacks");
                if (bot.equals("sees")) {
                    policies.putObject("resource_policy")
                            .putArray("host_apis")
                            .add("history")
                            .add("artifacts");
                }
                walk.demo.bind(bot, walk.demo.agent(bot, LOCAL_AGENT, policies));
                String conversation = fresh();
                ObjectNode photo = FrontDoor.message(bot, conversation, fresh()).put("text", "What is it?");
                photo.putArray("attachments").add(UploadedPhoto.given(walk, bot, conversation));
                assertThat(said(photo)).contains("What is it?");
            }

            JsonNode seen = asked.getFirst().at("/messages/0/content");
            assertThat(seen.at("/0/text").asText()).isEqualTo("What is it?");
            assertThat(seen.at("/1/image_url/url").asText()).isEqualTo("data:image/png;base64," + UploadedPhoto.BASE64);
            assertThat(asked.getLast().at("/messages/0/content").asText())
                    .isEqualTo("What is it?\n[Attached, but you cannot see it: tower.png, image/png]");
        }
    }

    @Test
    void anExternalHarnessAnswersAndReachesTheAssetsOfItsRun(@TempDir Path home) throws Exception {
        assertThat(walk.door
                        .call(
                                "PUT",
                                "/api/v1/skills/bow",
                                "{\"description\":\"How to bow\",\"instructions\":\"From the hips.\"}")
                        .status())
                .isEqualTo(201);
        ObjectNode policies = FrontDoor.JSON.createObjectNode();
        ObjectNode resources = policies.putObject("resource_policy");
        resources
                .putArray("host_apis")
                .add("history")
                .add("events")
                .add("state")
                .add("artifacts");
        resources.putArray("skills").add("bow");
        walk.demo.bind("harness", walk.demo.agent("harness", HARNESS, policies));
        String conversation = fresh();
        try (RunnerHost host = connected(AcpAgentRunner.plugin(scripted(), home, 2, 1))) {
            FrontDoor.Accepted first = walk.door.say("harness", conversation, fresh(), "say good morning");
            List<SseEvent> stream = walk.door.follow(first.stream());
            assertThat(FrontDoor.said(stream)).isEqualTo("good morning");
            assertThat(stream).anyMatch(event -> event.type().equals("message.delta"));

            try (var files = Files.walk(home)) {
                assertThat(files.filter(file -> file.endsWith("bow/SKILL.md")))
                        .singleElement()
                        .satisfies(file -> assertThat(Files.readString(file)).contains("From the hips."));
            }

            assertThat(said("harness", conversation, "before")).isEqualTo("[say good morning]");
            assertThat(said("harness", conversation, "tool history_page {\"limit\":10}"))
                    .contains("say good morning");
            assertThat(said("harness", fresh(), "before")).isEqualTo("[]");
            assertThat(said(
                            "harness",
                            conversation,
                            "tool call_tool {\"tool_name\":\"activate\",\"parameters\":{\"skill_name\":\"bow\"}}"))
                    .contains("From the hips.");
            String made = said(
                    "harness",
                    conversation,
                    "tool artifact_upload {\"name\":\"a.txt\",\"mime_type\":\"text/plain\",\"text\":\"red\"}");
            String artifact = FrontDoor.JSON.readTree(made).path("artifact_id").asText();
            assertThat(walk.door
                            .get("/api/v1/artifacts/" + artifact)
                            .body()
                            .path("name")
                            .asText())
                    .isEqualTo("a.txt");
        }
    }

    private static AgentProfileRegistry scripted() {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ScriptedAgent.class.getName(),
                "http",
                "load");
        return new AgentProfileRegistry(Map.of(
                "scripted",
                new AgentProfile(
                        "scripted",
                        command,
                        List.of(),
                        Map.of(),
                        PermissionPolicy.DENY,
                        AgentProfile.Mcp.SESSION,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(120))));
    }

    private RunnerHost connected(RunnerPlugin plugin) {
        RunnerHost host =
                RunnerHost.connect(walk.box.runnerAddress(), walk.box.keys().runnerKey(), plugin);
        await("the plugin is registered").atMost(Duration.ofSeconds(60)).until(host::isRegistered);
        return host;
    }

    private void made(String path, String body) {
        FrontDoor.Answer answer = walk.door.call("POST", path, body);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    }

    /** With an admin's key of another workspace. */
    private FrontDoor stranger() {
        ObjectNode wish = FrontDoor.JSON.createObjectNode();
        wish.put("name", "stranger").put("role", "admin").put("workspace_id", "strangers");
        String host = walk.box.keys().hostKey().orElseThrow().key();
        FrontDoor stranger = walk.door.with(walk.door
                .with(host)
                .call("POST", "/api/v1/keys", wish)
                .body()
                .path("secret")
                .asText());
        await("the key is known")
                .atMost(Duration.ofSeconds(60))
                .until(() -> List.of("caller", "artifacts/none").stream()
                        .noneMatch(path -> stranger.get("/api/v1/" + path).status() == 401));
        return stranger;
    }

    private String said(String bot, String conversation, String text) throws Exception {
        return FrontDoor.said(walk.door.follow(walk.door.say(bot, conversation, fresh(), text).stream()));
    }

    private String said(ObjectNode event) {
        return FrontDoor.said(walk.door.follow(walk.door.say(event).stream()));
    }

    private static List<String> messages(ObjectNode request) {
        List<String> messages = new ArrayList<>();
        request.path("messages").forEach(message -> messages.add(message.toString()));
        return messages;
    }
}
