package dev.agenthost.walk.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.walk.box.Demo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The workspace that other tenants attack, with its own key. */
record OwnerWorkspace(TargetTenant victim, String door, String key) {
    /** Everything that the owner reads of its objects, by path. */
    Map<String, String> sees() throws Exception {
        var seen = new TreeMap<String, String>();
        var paths = new ArrayList<String>();
        victim.agents.forEach(id -> paths.add("/api/v1/agents/" + id));
        victim.bindings.forEach(id -> paths.add("/api/v1/bindings/" + id));
        victim.bots.forEach(id -> paths.add("/api/v1/bots/" + id));
        victim.schedules.forEach(id -> paths.add("/api/v1/schedules/" + id));
        victim.models.forEach(id -> paths.add("/api/v1/models/" + id));
        victim.files.forEach(id -> paths.addAll(List.of("/api/v1/files/" + id, "/api/v1/files/" + id + "/content")));
        victim.skills.forEach(id -> paths.add("/api/v1/skills/" + id));
        victim.payloads.forEach(event -> paths.add("/api/v1/artifacts/" + event + "/raw"));
        for (int i = 0; i < victim.artifacts.size(); i++) {
            String artifact = victim.artifacts.get(i);
            paths.addAll(List.of("/api/v1/artifacts/" + artifact, "/api/v1/artifacts/" + artifact + "/content"));
            paths.add("/signed/v1/artifacts/" + artifact + "?token=" + victim.links.get(i));
        }
        paths.addAll(List.of(
                        "agents",
                        "bindings",
                        "bots",
                        "schedules",
                        "models",
                        "mcp-servers",
                        "knowledge-bases",
                        "files",
                        "skills",
                        "retention",
                        "search-settings")
                .stream()
                .map(list -> "/api/v1/" + list)
                .toList());
        victim.servers.forEach(id -> paths.add("/api/v1/mcp-servers/" + id));
        victim.knowledge.forEach(id -> paths.add("/api/v1/knowledge-bases/" + id));
        victim.keys.forEach(id -> paths.add("/api/v1/keys/" + id));
        victim.events.forEach(id -> paths.add("/api/v1/resolutions/" + id));
        victim.runs.forEach(id -> paths.add("/api/v1/runs/" + id));
        victim.runs.forEach(id -> paths.add("/api/v1/runs/" + id + "/grant"));
        victim.conversations.forEach(id -> paths.add("/api/v1/runs?bot_id=demo&conversation_id=" + id));
        victim.runs.forEach(id -> paths.add("/api/v1/runs/" + id + "/stream"));
        for (int i = 0; i < victim.tokens.size(); i++) {
            paths.add("/api/v1/runs/" + victim.runs.get(i) + "/stream?token=" + victim.tokens.get(i));
        }
        for (int i = 0; i < victim.conversations.size(); i++) {
            String transcript = TargetTenant.transcript("demo", victim.conversations.get(i));
            paths.add(transcript);
            paths.add(transcript + "?limit=1&cursor=" + victim.cursors.get(i));
        }
        for (int i = 0; i < victim.tokens.size(); i++) {
            paths.add("/api/v1/runs/" + victim.runs.get(i) + "/stream?token=" + victim.tokens.get(i));
        }
        for (String path : paths) {
            var heard = RawRequest.get(path).at(door, key);
            assertThat(heard.status()).as(path).isEqualTo(200);
            seen.put(path, heard.body());
        }
        for (int i = 0; i < victim.uploads.size(); i++) {
            seen.put(victim.uploads.get(i), there("/api/v1/uploads/" + victim.uploads.get(i), key));
            seen.put(
                    victim.runUploads.get(i),
                    there("/signed/v1/uploads/" + victim.runUploads.get(i), victim.runTokens.get(i)));
        }
        return seen;
    }

    /** The offset of an upload: its bytes so far. */
    private String there(String upload, String token) throws Exception {
        var heard = DuplicateNames.tus("HEAD", upload, null).at(door, token);
        assertThat(heard.status()).as(upload).isEqualTo(200);
        return heard.headers().get("upload-offset").toString();
    }

    /** Asserts that the owner may make each change to each of its objects. */
    void may() throws Exception {
        for (int i = 0; i < victim.uploads.size(); i++) {
            String upload = "/api/v1/uploads/" + victim.uploads.get(i);
            assertThat(answer(DuplicateNames.append(upload, TargetTenant.SENT, TargetTenant.rest())))
                    .isEqualTo(204);
            assertThat(answer(DuplicateNames.tus("DELETE", upload, null))).isEqualTo(204);
            String runs = "/signed/v1/uploads/" + victim.runUploads.get(i);
            String token = victim.runTokens.get(i);
            assertThat(DuplicateNames.append(runs, TargetTenant.SENT, TargetTenant.rest())
                            .at(door, token)
                            .status())
                    .isEqualTo(204);
            assertThat(DuplicateNames.tus("DELETE", runs, null).at(door, token).status())
                    .isEqualTo(204);
            String artifact = "/api/v1/artifacts/" + victim.artifacts.get(i);
            assertThat(answer(RawRequest.get(artifact + "/content").with("Range", "bytes=0-3")))
                    .isEqualTo(206);
            assertThat(answer(RawRequest.of("POST", artifact + "/links", null))).isEqualTo(201);
        }
        for (String path : List.of(
                "caller",
                "runners",
                "conversations/export?bot_id=demo&conversation_id=" + victim.conversations.getFirst(),
                "erasures/" + victim.erasures.getFirst(),
                "transcript/rebuild/" + victim.rebuilds.getFirst(),
                "bots/" + victim.bots.getFirst() + "/health",
                "knowledge-bases/" + victim.knowledge.getFirst() + "/documents")) {
            assertThat(answer(RawRequest.get("/api/v1/" + path))).as(path).isEqualTo(200);
        }
        assertThat(answer(RawRequest.of(
                        "POST",
                        "/api/v1/knowledge-bases/" + victim.knowledge.getFirst() + "/search",
                        "{\"query\":\"secret\"}")))
                .isEqualTo(200);
        for (String id : victim.agents) {
            String agent = "{\"name\":\"mine\",\"runner_id\":\"" + Demo.ECHO + "\"}";
            assertThat(answer(
                            RawRequest.of("PUT", "/api/v1/agents/" + id, agent).with("If-Match", "*")))
                    .isEqualTo(200);
        }
        for (String id : victim.runs) {
            assertThat(answer(RawRequest.of("POST", "/api/v1/runs/" + id + "/cancel", null)))
                    .isEqualTo(202);
        }
        for (String id : victim.bindings) {
            assertThat(answer(RawRequest.of("DELETE", "/api/v1/bindings/" + id, null)))
                    .isEqualTo(204);
        }
        for (String id : victim.agents) {
            assertThat(answer(RawRequest.of("DELETE", "/api/v1/agents/" + id, null)))
                    .isEqualTo(204);
        }
        for (String id : victim.bots) {
            assertThat(answer(RawRequest.of("DELETE", "/api/v1/bots/" + id, null)))
                    .isEqualTo(204);
        }
        for (String id : victim.schedules) {
            assertThat(answer(RawRequest.of("DELETE", "/api/v1/schedules/" + id, null)))
                    .isEqualTo(204);
        }
        for (String id : victim.models) {
            assertThat(answer(RawRequest.of("DELETE", "/api/v1/models/" + id, null)))
                    .isEqualTo(204);
        }
        for (String id : victim.files) {
            assertThat(answer(RawRequest.of("DELETE", "/api/v1/files/" + id, null)))
                    .isEqualTo(204);
        }
        for (String id : victim.skills) {
            assertThat(answer(RawRequest.of("DELETE", "/api/v1/skills/" + id, null)))
                    .isEqualTo(204);
        }
        for (String id : victim.servers) {
            assertThat(answer(RawRequest.of("DELETE", "/api/v1/mcp-servers/" + id, null)))
                    .isEqualTo(204);
        }
        for (String id : victim.knowledge) {
            assertThat(answer(RawRequest.of("DELETE", "/api/v1/knowledge-bases/" + id, null)))
                    .isEqualTo(204);
        }
        for (String id : victim.keys) {
            assertThat(answer(RawRequest.of("DELETE", "/api/v1/keys/" + id, null)))
                    .isEqualTo(204);
        }
    }

    private int answer(RawRequest knock) throws Exception {
        return knock.at(door, key).status();
    }
}
