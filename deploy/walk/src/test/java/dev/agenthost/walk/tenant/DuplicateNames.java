package dev.agenthost.walk.tenant;

import dev.agenthost.walk.box.Demo;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Requests by which another workspace creates objects under names of the target tenant: each creates its own object, or is
 * refused.
 */
final class DuplicateNames {
    private DuplicateNames() {}

    static List<RawRequest> knocks(TargetTenant victim) {
        String conversation = victim.conversations.getFirst();
        String bot = "\"bot_id\":\"demo\",\"conversation_id\":\"" + conversation + "\"";
        var all = new ArrayList<RawRequest>(List.of(
                RawRequest.of(
                        "POST",
                        "/api/v1/agents",
                        "{\"agent_id\":\"" + victim.agents.getFirst() + "\",\"name\":\"mine\",\"runner_id\":\""
                                + Demo.ECHO + "\"}"),
                RawRequest.of(
                        "POST",
                        "/api/v1/bindings",
                        "{\"binding_id\":\"" + victim.bindings.getFirst() + "\",\"agent_id\":\""
                                + victim.agents.getFirst()
                                + "\",\"event_types\":[\"*\"],\"scope\":{\"kind\":\"bot\",\"bot_id\":\"demo\"}}"),
                RawRequest.of(
                        "POST",
                        "/api/v1/import/langbot",
                        "{\"name\":\"mine\",\"config\":{\"ai\":{\"runner\":{\"id\":\"" + Demo.ECHO + "\"}}}}"),
                RawRequest.of(
                        "POST",
                        "/api/v1/models",
                        "{\"model_id\":\"" + victim.models.getFirst()
                                + "\",\"kind\":\"chat\",\"model\":\"mine\",\"provider\":{\"base_url\":\"https://models.example/v1\"}}"),
                RawRequest.of(
                        "POST",
                        "/api/v1/mcp-servers",
                        "{\"server_id\":\"" + victim.servers.getFirst()
                                + "\",\"kind\":\"http\",\"url\":\"https://mine.example/mcp\"}"),
                RawRequest.of(
                        "POST",
                        "/api/v1/knowledge-bases",
                        "{\"kb_id\":\"" + victim.knowledge.getFirst() + "\",\"name\":\"mine\"}"),
                RawRequest.of(
                        "PUT",
                        "/api/v1/skills/" + victim.skills.getFirst(),
                        "{\"description\":\"mine\",\"instructions\":\"mine\"}"),
                RawRequest.of("POST", "/api/v1/files?purpose=config&name=victim-0.json", "{\"mine\":1}"),
                RawRequest.of("POST", "/api/v1/keys", "{\"name\":\"victim-0\",\"role\":\"viewer\"}"),
                RawRequest.of("POST", "/api/v1/events", "{" + bot + ",\"text\":\"mine\"}"),
                RawRequest.of("POST", "/api/v1/erasures", "{\"actor\":{\"actor_id\":\"walker\"}}"),
                RawRequest.of("POST", "/api/v1/erasures", "{\"conversation\":{" + bot + "}}"),
                RawRequest.of("POST", "/api/v1/transcript/rebuild", "{" + bot + "}"),
                RawRequest.of("PUT", "/api/v1/retention", "{}"),
                RawRequest.get("/api/v1/conversations/export")));
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
    static RawRequest upload(String folder, int size, Map<String, String> said) {
        String metadata = said.entrySet().stream()
                .map(pair -> pair.getKey() + " "
                        + Base64.getEncoder().encodeToString(pair.getValue().getBytes(StandardCharsets.UTF_8)))
                .collect(Collectors.joining(","));
        return tus("POST", folder, null)
                .with("Upload-Length", Integer.toString(size))
                .with("Upload-Metadata", metadata);
    }

    static RawRequest tus(String method, String path, String body) {
        RawRequest knock = RawRequest.of(method, path, body).with("Tus-Resumable", "1.0.0");
        return body == null ? knock : knock.with("Content-Type", "application/offset+octet-stream");
    }

    /** Appends bytes at an offset. */
    static RawRequest append(String upload, int offset, String bytes) {
        return tus("PATCH", upload, bytes).with("Upload-Offset", Integer.toString(offset));
    }
}
