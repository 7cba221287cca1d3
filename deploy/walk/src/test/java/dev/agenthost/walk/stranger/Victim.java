package dev.agenthost.walk.stranger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The workspace {@code demo} with some of everything in it, and all of its ids. */
final class Victim {

    private static final int SOME = 4;

    final List<String> agents = new ArrayList<>();
    final List<String> bindings = new ArrayList<>();
    final List<String> models = new ArrayList<>();
    final List<String> files = new ArrayList<>();
    final List<String> skills = new ArrayList<>();
    final List<String> servers = new ArrayList<>();
    final List<String> keys = new ArrayList<>();
    final List<String> runs = new ArrayList<>();
    final List<String> events = new ArrayList<>();
    final List<String> conversations = new ArrayList<>();
    final List<String> cursors = new ArrayList<>();
    final List<String> tokens = new ArrayList<>();

    /** Runs of events that nobody has said yet, and those events' own ids. */
    final List<String> comingRuns = new ArrayList<>();

    final List<String> comingEvents = new ArrayList<>();

    Victim(WalkBox walk) {
        for (int i = 0; i < SOME; i++) {
            String bot = "victim-" + i;
            agents.add(walk.demo.agent("a-" + bot, Demo.ECHO, FrontDoor.JSON.createObjectNode()));
            walk.demo.bind(bot, "a-" + bot);
            bindings.add("b-" + bot);
            models.add(model(walk, "m-" + bot));
            files.add(file(walk, bot));
            skills.add(skill(walk, "s-" + bot));
            servers.add(server(
                    walk, "s" + UUID.randomUUID().toString().replace("-", "").substring(0, 24)));
            ObjectNode wish = FrontDoor.JSON.createObjectNode().put("name", bot).put("role", "viewer");
            keys.add(walk.door
                    .call("POST", "/api/v1/keys", wish)
                    .body()
                    .path("key_id")
                    .asText());

            String conversation = UUID.randomUUID().toString();
            conversations.add(conversation);
            for (int j = 0; j < 2; j++) {
                var accepted =
                        walk.door.say("demo", conversation, UUID.randomUUID().toString(), "secret " + i + j);
                walk.door.follow(accepted.stream());
                walk.awaitEnded(accepted.runId());
                runs.add(accepted.runId());
                events.add(accepted.eventId());
                tokens.add(accepted.stream().replaceFirst(".*token=", ""));
            }
            cursors.add(cursor(walk, conversation));

            String coming = UUID.randomUUID().toString();
            comingEvents.add(coming);
            comingRuns.add(RunIds.of("demo", EventIds.of("demo", "api", "demo", coming), 0)
                    .value()
                    .toString());
        }
    }

    private static String model(WalkBox walk, String id) {
        ObjectNode model = FrontDoor.JSON.createObjectNode();
        model.put("model_id", id).put("kind", "chat").put("model", "small");
        model.putObject("provider").put("base_url", "https://models.example/v1").put("api_key_ref", "SECRET_OF_" + id);
        return walk.door
                .call("POST", "/api/v1/models", model)
                .body()
                .path("model_id")
                .asText();
    }

    /** Its bytes are a JSON text, which is what the door's client sends. */
    private static String file(WalkBox walk, String name) {
        return walk.door
                .call(
                        "POST",
                        "/api/v1/files?purpose=config&name=" + name + ".json",
                        FrontDoor.JSON.createObjectNode().put("secret", name))
                .body()
                .path("file_key")
                .asText();
    }

    private static String skill(WalkBox walk, String name) {
        ObjectNode skill = FrontDoor.JSON
                .createObjectNode()
                .put("description", "what " + name + " is for")
                .put("instructions", "the secret of " + name);
        return walk.door
                .call("PUT", "/api/v1/skills/" + name, skill)
                .body()
                .path("name")
                .asText();
    }

    private static String server(WalkBox walk, String id) {
        ObjectNode server = FrontDoor.JSON.createObjectNode();
        server.put("server_id", id).put("kind", "http").put("url", "https://tools.example/mcp");
        return walk.door
                .call("POST", "/api/v1/mcp-servers", server)
                .body()
                .path("server_id")
                .asText();
    }

    static String transcript(String workspace, String conversation) {
        return "/api/v1/workspaces/" + workspace + "/bots/demo/conversations/" + conversation + "/transcript";
    }

    private static String cursor(WalkBox walk, String conversation) {
        return org.awaitility.Awaitility.await()
                .atMost(java.time.Duration.ofSeconds(60))
                .until(
                        () -> walk.door
                                .get(transcript("demo", conversation) + "?limit=1")
                                .body()
                                .path("next_cursor"),
                        JsonNode::isTextual)
                .asText();
    }
}
