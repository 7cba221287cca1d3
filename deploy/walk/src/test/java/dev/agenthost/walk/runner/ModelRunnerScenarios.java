package dev.agenthost.walk.runner;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.plan.Demo;
import dev.agenthost.runners.acpagent.AcpAgentRunner;
import dev.agenthost.runners.acpagent.ScriptedAgent;
import dev.agenthost.runners.acpagent.process.AgentProfile;
import dev.agenthost.runners.acpagent.process.AgentProfileRegistry;
import dev.agenthost.runners.acpagent.rpc.PermissionPolicy;
import dev.agenthost.runners.localagent.LocalAgentRunner;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.testkit.model.ScriptedModel;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.SseEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios of the runners that ask models. RunnersTest runs them, so that one box serves all. */
abstract class ModelRunnerScenarios extends RunnerBox {
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
    void theBoxesPlannerExecutesAGraphAndAnswersWithItsResults() throws Exception {
        FrontDoor.Accepted accepted = walk.door.say(Demo.PLANNING_BOT, fresh(), fresh(), "the tower is red");
        List<SseEvent> stream = walk.door.follow(accepted.stream());

        assertThat(FrontDoor.said(stream))
                .contains("I run two actions at the same time")
                .endsWith("You said: “the tower is red”. The runtime executed 3 actions: read_request (completed),"
                        + " pause (completed), merge_results (completed).")
                .doesNotContain("agent.protocol", "```");
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
}
