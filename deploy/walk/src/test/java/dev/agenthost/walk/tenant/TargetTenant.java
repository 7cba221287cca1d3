package dev.agenthost.walk.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The workspace {@code demo} with objects of every kind, and their ids. */
final class TargetTenant {

    private static final int SOME = 4;
    /** Bytes of each upload that were sent. */
    static final int SENT = 3;

    private static final int PATIENCE = 20;

    private static final String SECRET = "secret bytes";

    final List<String> agents = new ArrayList<>();
    final List<String> bindings = new ArrayList<>();
    final List<String> bots = new ArrayList<>();
    final List<String> schedules = new ArrayList<>();
    final List<String> models = new ArrayList<>();
    final List<String> files = new ArrayList<>();
    final List<String> skills = new ArrayList<>();
    final List<String> servers = new ArrayList<>();
    final List<String> knowledge = new ArrayList<>();
    final List<String> keys = new ArrayList<>();
    final List<String> runs = new ArrayList<>();
    final List<String> events = new ArrayList<>();
    final List<String> conversations = new ArrayList<>();
    final List<String> cursors = new ArrayList<>();
    final List<String> tokens = new ArrayList<>();
    final List<String> erasures = new ArrayList<>();
    final List<String> rebuilds = new ArrayList<>();
    final List<String> artifacts = new ArrayList<>();

    /** Events whose raw payload is stored. */
    final List<String> payloads = new ArrayList<>();

    /** Tokens of links, each to the artifact at the same index. */
    final List<String> links = new ArrayList<>();

    /** Uploads that a person began, and those that runs began. */
    final List<String> uploads = new ArrayList<>();

    final List<String> runUploads = new ArrayList<>();

    /** Tokens of running runs; each may continue the upload at the same index. */
    final List<String> runTokens = new ArrayList<>();

    /** Runs of events that were not yet sent, and those events' own ids. */
    final List<String> comingRuns = new ArrayList<>();

    final List<String> comingEvents = new ArrayList<>();

    private TargetTenant() {}

    /** A tenant without objects, with a placeholder for every id. */
    static TargetTenant ofNames() {
        var nobody = new TargetTenant();
        for (var names : List.of(
                nobody.agents,
                nobody.bindings,
                nobody.bots,
                nobody.schedules,
                nobody.models,
                nobody.files,
                nobody.skills,
                nobody.servers,
                nobody.knowledge,
                nobody.keys,
                nobody.runs,
                nobody.events,
                nobody.conversations,
                nobody.cursors,
                nobody.tokens,
                nobody.erasures,
                nobody.rebuilds,
                nobody.artifacts,
                nobody.payloads,
                nobody.links,
                nobody.uploads,
                nobody.runUploads,
                nobody.runTokens,
                nobody.comingRuns,
                nobody.comingEvents)) {
            names.add("name");
        }
        return nobody;
    }

    /** @param holder runner whose runs upload */
    TargetTenant(WalkBox walk, OpenRunRunner holder) throws Exception {
        String door = walk.box.frontDoor().toString();
        String key = walk.box.apiKey();
        for (int i = 0; i < SOME; i++) {
            String bot = "victim-" + i;
            agents.add(walk.demo.agent("a-" + bot, Demo.ECHO, FrontDoor.JSON.createObjectNode()));
            walk.demo.bind(bot, "a-" + bot);
            bindings.add("b-" + bot);
            bots.add(bot(walk, "t-" + bot));
            schedules.add(schedule(walk, "every-year-" + bot));
            models.add(model(walk, "m-" + bot));
            files.add(file(walk, bot));
            skills.add(skill(walk, "s-" + bot));
            servers.add(server(
                    walk, "s" + UUID.randomUUID().toString().replace("-", "").substring(0, 24)));
            knowledge.add(knowledge(walk, "k-" + bot));
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

            Map<String, String> where = Map.of("bot_id", "demo", "conversation_id", conversation);
            artifacts.add(given(walk, where));
            links.add(walk.door
                    .call("POST", "/api/v1/artifacts/" + artifacts.getLast() + "/links?expires_in=3600", null)
                    .body()
                    .path("url")
                    .asText()
                    .replaceFirst(".*token=", ""));
            payloads.add(payload(walk));
            uploads.add(begun(door, key, "/api/v1/uploads", SECRET.length(), where)
                    .path("upload_id")
                    .asText());
            sent(door, key, "/api/v1/uploads/" + uploads.getLast(), SECRET.substring(0, SENT));
            runTokens.add(holder.token(walk.door));
            runUploads.add(begun(door, runTokens.getLast(), "/signed/v1/uploads", SECRET.length(), Map.of())
                    .path("upload_id")
                    .asText());
            sent(door, runTokens.getLast(), "/signed/v1/uploads/" + runUploads.getLast(), SECRET.substring(0, SENT));

            erasures.add(erasure(walk, bot));
            rebuilds.add(rebuild(walk, conversation));

            String coming = UUID.randomUUID().toString();
            comingEvents.add(coming);
            comingRuns.add(RunIds.of("demo", EventIds.of("demo", "api", "demo", coming), 0)
                    .value()
                    .toString());
        }
    }

    /** Sends an event with a raw payload; repeats with another event if context-store exceeded the time that an event waits. */
    private static String payload(WalkBox walk) throws Exception {
        for (int i = 0; i < PATIENCE; i++) {
            ObjectNode event = FrontDoor.JSON
                    .createObjectNode()
                    .put("event_id", UUID.randomUUID().toString())
                    .put("bot_id", "demo")
                    .put("conversation_id", UUID.randomUUID().toString())
                    .put("text", "hi");
            event.putObject("raw").put("said", SECRET);
            JsonNode accepted = walk.door.call("POST", "/api/v1/events", event).body();
            walk.awaitEnded(accepted.path("run_id").asText());
            if (accepted.path("raw").asText().equals("kept")) {
                return accepted.path("event_id").asText();
            }
        }
        throw new AssertionError("no payload was kept");
    }

    /** An artifact that a person uploaded. */
    static String given(WalkBox walk, Map<String, String> where) throws Exception {
        String door = walk.box.frontDoor().toString();
        JsonNode given = begun(door, walk.box.apiKey(), "/api/v1/uploads", SECRET.length(), where);
        sent(
                door,
                walk.box.apiKey(),
                "/api/v1/uploads/" + given.path("upload_id").asText(),
                SECRET);
        return given.path("artifact_id").asText();
    }

    private static JsonNode begun(String door, String key, String folder, int size, Map<String, String> said)
            throws Exception {
        var heard = DuplicateNames.upload(folder, size, said).at(door, key);
        if (heard.status() != 201) {
            throw new AssertionError("not begun: " + heard);
        }
        return FrontDoor.JSON.readTree(heard.body());
    }

    private static void sent(String door, String key, String upload, String bytes) throws Exception {
        var heard = DuplicateNames.append(upload, 0, bytes).at(door, key);
        if (heard.status() != 204) {
            throw new AssertionError("not taken: " + heard);
        }
    }

    /** The missing bytes of an upload. */
    static String rest() {
        return SECRET.substring(SENT);
    }

    private static String bot(WalkBox walk, String id) {
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", id).put("platform", "telegram");
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("webhook").add("HOOK_OF_" + id);
        secrets.putArray("token").add("TOKEN_OF_" + id);
        return walk.door.call("POST", "/api/v1/bots", bot).body().path("bot_id").asText();
    }

    private static String schedule(WalkBox walk, String id) {
        ObjectNode schedule =
                FrontDoor.JSON.createObjectNode().put("schedule_id", id).put("cron", "0 0 1 1 *");
        schedule.putObject("event").put("text", SECRET);
        return walk.door
                .call("POST", "/api/v1/schedules", schedule)
                .body()
                .path("schedule_id")
                .asText();
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

    /** Creates a file of JSON text, which is the type that the client sends. */
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

    /** Begins an erasure of an actor without messages. */
    private static String erasure(WalkBox walk, String actor) {
        ObjectNode wish = FrontDoor.JSON.createObjectNode();
        wish.putObject("actor").put("actor_id", actor);
        return walk.door
                .call("POST", "/api/v1/erasures", wish)
                .body()
                .path("erasure_id")
                .asText();
    }

    private static String rebuild(WalkBox walk, String conversation) {
        ObjectNode wish =
                FrontDoor.JSON.createObjectNode().put("bot_id", "demo").put("conversation_id", conversation);
        return walk.door
                .call("POST", "/api/v1/transcript/rebuild", wish)
                .body()
                .path("rebuild_id")
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

    private static String knowledge(WalkBox walk, String id) {
        ObjectNode base = FrontDoor.JSON.createObjectNode().put("kb_id", id).put("name", "secret");
        return walk.door
                .call("POST", "/api/v1/knowledge-bases", base)
                .body()
                .path("kb_id")
                .asText();
    }

    static String transcript(String workspace, String conversation) {
        return "/api/v1/workspaces/" + workspace + "/bots/demo/conversations/" + conversation + "/transcript";
    }

    static String events(String workspace, String conversation) {
        return "/api/v1/workspaces/" + workspace + "/bots/demo/conversations/" + conversation + "/events";
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
