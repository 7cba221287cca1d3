package dev.agenthost.walk.stranger;

import dev.agenthost.walk.box.Demo;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All that somebody of another workspace may make, each under a name that the victim has: it is his own, or is refused. */
final class Namesakes {
    private Namesakes() {}

    static List<Knock> knocks(Victim victim) {
        String conversation = victim.conversations.getFirst();
        String bot = "\"bot_id\":\"demo\",\"conversation_id\":\"" + conversation + "\"";
        var all = new ArrayList<Knock>(List.of(
                Knock.of(
                        "POST",
                        "/api/v1/agents",
                        "{\"agent_id\":\"" + victim.agents.getFirst() + "\",\"name\":\"mine\",\"runner_id\":\""
                                + Demo.ECHO + "\"}"),
                Knock.of(
                        "POST",
                        "/api/v1/bindings",
                        "{\"binding_id\":\"" + victim.bindings.getFirst() + "\",\"agent_id\":\""
                                + victim.agents.getFirst()
                                + "\",\"event_types\":[\"*\"],\"scope\":{\"kind\":\"bot\",\"bot_id\":\"demo\"}}"),
                Knock.of(
                        "POST",
                        "/api/v1/import/langbot",
                        "{\"name\":\"mine\",\"config\":{\"ai\":{\"runner\":{\"id\":\"" + Demo.ECHO + "\"}}}}"),
                Knock.of(
                        "POST",
                        "/api/v1/models",
                        "{\"model_id\":\"" + victim.models.getFirst()
                                + "\",\"kind\":\"chat\",\"model\":\"mine\",\"provider\":{\"base_url\":\"https://models.example/v1\"}}"),
                Knock.of(
                        "POST",
                        "/api/v1/mcp-servers",
                        "{\"server_id\":\"" + victim.servers.getFirst()
                                + "\",\"kind\":\"http\",\"url\":\"https://mine.example/mcp\"}"),
                Knock.of(
                        "POST",
                        "/api/v1/knowledge-bases",
                        "{\"kb_id\":\"" + victim.knowledge.getFirst() + "\",\"name\":\"mine\"}"),
                Knock.of(
                        "PUT",
                        "/api/v1/skills/" + victim.skills.getFirst(),
                        "{\"description\":\"mine\",\"instructions\":\"mine\"}"),
                Knock.of("POST", "/api/v1/files?purpose=config&name=victim-0.json", "{\"mine\":1}"),
                Knock.of("POST", "/api/v1/keys", "{\"name\":\"victim-0\",\"role\":\"viewer\"}"),
                Knock.of("POST", "/api/v1/events", "{" + bot + ",\"text\":\"mine\"}"),
                Knock.of("POST", "/api/v1/erasures", "{\"actor\":{\"actor_id\":\"walker\"}}"),
                Knock.of("POST", "/api/v1/erasures", "{\"conversation\":{" + bot + "}}"),
                Knock.of("POST", "/api/v1/transcript/rebuild", "{" + bot + "}"),
                Knock.of("PUT", "/api/v1/retention", "{}"),
                Knock.get("/api/v1/conversations/export")));
        for (Map<String, String> said : List.of(
                Map.of("bot_id", "demo", "conversation_id", conversation),
                Map.of("bot_id", "demo", "scope", "actor", "actor_id", "walker"),
                Map.of("bot_id", "demo", "scope", "binding", "binding_id", victim.bindings.getFirst()),
                Map.of("scope", "workspace"))) {
            all.add(upload("/api/v1/uploads", 0, said));
        }
        return all;
    }

    /** Begins an upload. */
    static Knock upload(String folder, int size, Map<String, String> said) {
        String metadata = said.entrySet().stream()
                .map(pair -> pair.getKey() + " "
                        + Base64.getEncoder().encodeToString(pair.getValue().getBytes(StandardCharsets.UTF_8)))
                .collect(Collectors.joining(","));
        return tus("POST", folder, null)
                .with("Upload-Length", Integer.toString(size))
                .with("Upload-Metadata", metadata);
    }

    static Knock tus(String method, String path, String body) {
        Knock knock = Knock.of(method, path, body).with("Tus-Resumable", "1.0.0");
        return body == null ? knock : knock.with("Content-Type", "application/offset+octet-stream");
    }

    /** Bytes behind so many. */
    static Knock append(String upload, int offset, String bytes) {
        return tus("PATCH", upload, bytes).with("Upload-Offset", Integer.toString(offset));
    }
}
