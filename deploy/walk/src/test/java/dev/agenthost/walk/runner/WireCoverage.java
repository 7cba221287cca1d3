package dev.agenthost.walk.runner;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** Compares the answers to {@link HostApiProbeRunner} with the same data in the REST API. */
final class WireCoverage {
    private static final String BOT = "census";

    private final WalkBox walk;
    private final String conversation = fresh();

    WireCoverage(WalkBox walk) {
        this.walk = walk;
    }

    /** Creates the objects that the probe requests; the models exist already. */
    void prepare() {
        made("/api/v1/mcp-servers", "{\"server_id\":\"counter\",\"kind\":\"stdio\",\"command\":\"abacus\"}");
        made("/api/v1/knowledge-bases", "{\"kb_id\":\"atlas\",\"name\":\"Atlas\"}");
        String documents = "/api/v1/knowledge-bases/atlas/documents";
        String document = documents + "/"
                + walk.door
                        .give(documents + "?filename=towers.md", "text/markdown", "The tower stands by the river.")
                        .body()
                        .path("document_id")
                        .asText();
        String file = walk.door
                .give("/api/v1/files?name=census.txt&purpose=config", "text/plain", HostApiProbeRunner.NOTE)
                .body()
                .path("file_key")
                .asText();
        ObjectNode policies = FrontDoor.JSON.createObjectNode().put("turn_policy", "steer");
        policies.putObject("runner_config").put("prompt", "Be exact.");
        ObjectNode resources = policies.putObject("resource_policy");
        resources.putArray("models").add("speaks").add("orders");
        resources.putArray("tools").add("counter/add");
        resources.putArray("knowledge_bases").add("atlas");
        resources.putArray("files").add(file);
        resources.putArray("storage").add("plugin").add("workspace");
        resources
                .putArray("host_apis")
                .add("history")
                .add("events")
                .add("artifacts")
                .add("state")
                .add("runs")
                .add("timers");
        resources.putArray("agents").add("nobody");
        walk.demo.bind(BOT, walk.demo.agent(BOT, HostApiProbeRunner.RUNNER_ID, policies));
        await("the program answers")
                .atMost(Duration.ofSeconds(60))
                .until(() -> walk.door.get("/api/v1/mcp-servers/counter/tools").status() == 200);
        await("the document is indexed")
                .atMost(Duration.ofSeconds(120))
                .until(() ->
                        walk.door.get(document).body().path("status").asText().equals("indexed"));
    }

    void take() throws Exception {
        FrontDoor.Accepted first = walk.door.say(BOT, conversation, fresh(), "keep");
        String kept = FrontDoor.said(walk.door.follow(first.stream()));
        FrontDoor.Accepted second = walk.door.say(BOT, conversation, fresh(), "ask");
        await("the runner is at it").atMost(Duration.ofSeconds(60)).until(() -> walk.door
                .get("/api/v1/runs/" + second.runId())
                .body()
                .path("status")
                .asText()
                .equals("running"));
        walk.door.say(BOT, conversation, fresh(), "and hurry");
        JsonNode answers = FrontDoor.JSON.readTree(FrontDoor.said(walk.door.follow(second.stream())));

        assertThat(HostActionTable.all()).hasSizeGreaterThan(35);
        assertThat(answers.fieldNames()).toIterable().containsExactlyInAnyOrderElementsOf(HostActionTable.all());
        runs(answers, first.runId(), second.runId());
        said(answers, second.eventId());
        stored(answers, kept.substring("kept ".length()));
        givenByPeople(answers);
    }

    private void runs(JsonNode answers, String first, String second) {
        assertThat(answers.at("/get_langbot_version/version").asText()).isNotBlank();
        assertThat(answers.at("/run_list/items").findValuesAsText("run_id")).containsSubsequence(second, first);
        assertThat(answers.at("/run_get/run_id").asText()).isEqualTo(second);
        assertThat(answers.at("/run_get/status").asText()).isEqualTo("running");
        assertThat(answers.at("/run_cancel/run_id").asText()).isEqualTo(first);
        assertThat(answers.at("/run_cancel/status").asText()).isEqualTo("completed");
        assertThat(walk.door.get("/api/v1/runs/" + first).body().path("status").asText())
                .isEqualTo("completed");
        assertThat(answers.at("/run_events_page/items").findValuesAsText("type"))
                .contains("run.started", "artifact.created", "message.completed");
        assertThat(answers.at("/steering_pull/items").toString()).contains("and hurry");
        assertThat(walk.awaitEnded(answers.at("/run_delegate/run_id").asText())
                        .at("/outcome/type")
                        .asText())
                .as("no binding of that agent")
                .isEqualTo("run.unanswered");
        assertThat(answers.at("/timer_set/due_at").asLong()).isPositive();
        assertThat(answers.at("/timer_cancel/cancelled").asBoolean()).isTrue();
    }

    private void said(JsonNode answers, String event) {
        List<String> told = answers.at("/history_page/items").findValuesAsText("content");
        assertThat(told).contains("keep", "ask").anyMatch(text -> text.startsWith("kept census-"));
        List<String> transcript = walk.door.transcript(BOT, conversation, 5).findValuesAsText("content");
        assertThat(transcript).containsAll(told);
        assertThat(answers.at("/history_search/items").findValuesAsText("content"))
                .contains("keep");
        assertThat(answers.at("/event_get/event_id").asText()).isEqualTo(event);
        assertThat(answers.at("/event_page/items").findValuesAsText("event_id")).contains(event);
    }

    private void stored(JsonNode answers, String artifact) {
        JsonNode shown = walk.door.get("/api/v1/artifacts/" + artifact).body();
        assertThat(answers.at("/artifact_metadata/artifact_id").asText()).isEqualTo(artifact);
        assertThat(answers.at("/artifact_metadata/mime_type")).isEqualTo(shown.path("mime_type"));
        assertThat(answers.at("/artifact_metadata/name")).isEqualTo(shown.path("name"));
        assertThat(text(answers.at("/artifact_read/content_base64"))).isEqualTo("tower");
        assertThat(answers.at("/artifact_upload_token/path").asText()).isEqualTo("/signed/v1/uploads");
        assertThat(answers.at("/state_set/success").asBoolean()).isTrue();
        assertThat(answers.at("/state_get/value").asText()).isEqualTo("red");
        assertThat(answers.at("/state_delete/success").asBoolean()).isTrue();
        assertThat(answers.at("/state_apply/success").asBoolean()).isTrue();
        assertThat(answers.at("/state_list/keys").toString()).isEqualTo("[\"colour\",\"shape\"]");
        assertThat(text(answers.at("/get_plugin_storage/value_base64"))).isEqualTo("new");
        assertThat(answers.at("/get_plugin_storage_keys/keys").toString()).isEqualTo("[\"new\",\"older\"]");
        assertThat(text(answers.at("/get_workspace_storage/value_base64"))).isEqualTo("new");
        assertThat(answers.at("/get_workspace_storage_keys/keys").toString())
                .contains("\"census-new\"", "\"census-older\"")
                .doesNotContain("\"census-old\"");
        assertThat(text(answers.at("/get_binary_storage/value_base64"))).isEqualTo("new");
        assertThat(answers.at("/get_binary_storage_keys/keys").toString()).isEqualTo("[\"new\",\"newer\"]");
    }

    private static void givenByPeople(JsonNode answers) {
        assertThat(answers.at("/get_prompt/prompt/0/content").toString()).contains("Be exact.");
        assertThat(text(answers.at("/get_config_file/file_base64"))).isEqualTo(HostApiProbeRunner.NOTE);
        assertThat(answers.at("/invoke_llm/message/content").asText()).startsWith("You said: “good morning”");
        StringBuilder streamed = new StringBuilder();
        answers.path("invoke_llm_stream")
                .forEach(piece -> streamed.append(piece.at("/chunk/content").asText("")));
        assertThat(streamed.toString()).contains("good morning");
        assertThat(answers.at("/count_tokens/tokens").asInt()).isBetween(2, 30);
        assertThat(answers.at("/invoke_rerank/results").findValuesAsText("index"))
                .containsExactly("1", "2");
        assertThat(answers.at("/get_tool_detail/tool/name").asText()).isEqualTo("counter__add");
        assertThat(answers.at("/call_tool/result/structured_content/sum").asInt())
                .isEqualTo(42);
        assertThat(answers.at("/retrieve_knowledge_base/results").toString())
                .contains("The tower stands by the river.");
    }

    private static String text(JsonNode base64) {
        return new String(Base64.getDecoder().decode(base64.asText()), StandardCharsets.UTF_8);
    }

    private void made(String path, String body) {
        FrontDoor.Answer answer = walk.door.call("POST", path, body);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    }
}
