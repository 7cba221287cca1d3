package dev.agenthost.walk.stranger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All that a key may be shown at. */
final class Endpoints {

    private Endpoints() {}

    /** Every resource method below {@code /api}, by the right that it needs; of those that name a thing one that is there, and others. */
    static Map<String, List<Knock>> byRight(String agent, String run, String event) {
        var reads = new ArrayList<>(List.of(
                Knock.get("/api/v1/agents"),
                Knock.get("/api/v1/bindings"),
                Knock.get("/api/v1/runners"),
                Knock.get("/api/v1/runners/agenthost/echo/icon"),
                Knock.get("/api/v1/runners/none/none/icon"),
                Knock.get("/api/v1/models"),
                Knock.get("/api/v1/mcp-servers"),
                Knock.get("/api/v1/knowledge-bases"),
                Knock.get("/api/v1/runs"),
                Knock.get("/api/v1/runs?limit=0"),
                Knock.get("/api/v1/files"),
                Knock.get("/api/v1/files?limit=0"),
                Knock.get("/api/v1/skills"),
                Knock.get("/api/v1/caller"),
                Knock.get("/api/v1/retention"),
                Knock.get("/api/v1/search-settings"),
                Knock.get(Victim.events("demo", "c")),
                Knock.get(Victim.events("no-such", "c")),
                Knock.get(Victim.transcript("demo", "c")),
                Knock.get(Victim.transcript("no-such", "c"))));
        var inspects = List.of(
                Knock.get("/api/v1/conversations/export"),
                Knock.get("/api/v1/conversations/export?bot_id=demo&conversation_id=c"));
        var fetches = new ArrayList<Knock>();
        var says = new ArrayList<>(List.of(
                Knock.of("POST", "/api/v1/events", "{"),
                Knock.of("POST", "/api/v1/events", "{\"bot_id\":\"x\"}"),
                Knock.of("OPTIONS", "/api/v1/uploads", null),
                Knock.of("POST", "/api/v1/uploads", null),
                Namesakes.tus("POST", "/api/v1/uploads", null)));
        var cancels = new ArrayList<Knock>();
        var configures = new ArrayList<>(List.of(
                Knock.of("POST", "/api/v1/agents", "{"),
                Knock.of("POST", "/api/v1/bindings", "{}"),
                Knock.of("POST", "/api/v1/import/langbot", "{}"),
                Knock.of("POST", "/api/v1/models", "{}"),
                Knock.of("POST", "/api/v1/files?name=n", "x"),
                Knock.of("POST", "/api/v1/mcp-servers", "{}"),
                Knock.of("POST", "/api/v1/knowledge-bases", "{}"),
                Knock.of("PUT", "/api/v1/retention", "{"),
                Knock.of("PUT", "/api/v1/retention", "{}").with("If-Match", "\"9\""),
                Knock.of("PUT", "/api/v1/search-settings", "{"),
                Knock.of("PUT", "/api/v1/search-settings", "{}").with("If-Match", "\"9\""),
                Knock.get("/api/v1/runners/agenthost/echo/default/manifest"),
                Knock.get("/api/v1/runners/none/none/none/manifest"),
                Knock.get("/api/v1/audit"),
                Knock.get("/api/v1/audit?limit=0"),
                Knock.of("POST", "/api/v1/erasures", "{"),
                Knock.of("POST", "/api/v1/runners/refresh", null),
                Knock.of("POST", "/api/v1/transcript/rebuild", "{}")));
        var keys = new ArrayList<>(List.of(Knock.get("/api/v1/keys"), Knock.of("POST", "/api/v1/keys", "{")));
        for (String id : List.of(agent, run, event, "none", "0f8fad5b-d9cb-469f-a165-70867728950e", "%20", "*")) {
            for (String folder : List.of("agents/", "bindings/", "models/", "mcp-servers/", "knowledge-bases/")) {
                reads.add(Knock.get("/api/v1/" + folder + id));
                configures.add(Knock.of("PUT", "/api/v1/" + folder + id, "{"));
                configures.add(Knock.of("PUT", "/api/v1/" + folder + id, "{}").with("If-Match", "\"9\""));
                configures.add(
                        Knock.of("DELETE", "/api/v1/" + folder + id, null).with("If-Match", "\"9\""));
            }
            configures.add(Knock.get("/api/v1/mcp-servers/" + id + "/tools"));
            String documents = "/api/v1/knowledge-bases/" + id + "/documents";
            reads.add(Knock.get(documents));
            reads.add(Knock.get(documents + "/" + id));
            reads.add(Knock.of("POST", "/api/v1/knowledge-bases/" + id + "/search", "{\"query\":\"x\"}"));
            configures.add(Knock.of("POST", documents + "?filename=a.txt", "x").with("Content-Type", "text/plain"));
            configures.add(Knock.of("DELETE", documents + "/" + id, null));
            reads.add(Knock.get("/api/v1/resolutions/" + id));
            reads.add(Knock.get("/api/v1/runs/" + id));
            reads.add(Knock.get("/api/v1/runs/" + id + "/grant"));
            reads.add(Knock.get("/api/v1/runs/" + id + "/stream"));
            fetches.add(Knock.get("/api/v1/artifacts/" + id));
            fetches.add(Knock.get("/api/v1/artifacts/" + id + "/content"));
            reads.add(Knock.get("/api/v1/artifacts/" + id + "/raw"));
            reads.add(Knock.of("POST", "/api/v1/artifacts/" + id + "/links", null));
            reads.add(Knock.get("/api/v1/files/" + id));
            reads.add(Knock.get("/api/v1/files/" + id + "/content"));
            for (String method : List.of("HEAD", "PATCH", "DELETE")) {
                String bytes = method.equals("PATCH") ? "x" : null;
                says.add(Namesakes.tus(method, "/api/v1/uploads/" + id, bytes));
                says.add(Namesakes.tus(method, "/api/v1/uploads/" + id, bytes).with("Tus-Resumable", "9"));
            }
            configures.add(Knock.of("DELETE", "/api/v1/files/" + id, null));
            reads.add(Knock.get("/api/v1/skills/" + id));
            configures.add(Knock.of("PUT", "/api/v1/skills/" + id, "{"));
            configures.add(Knock.of("DELETE", "/api/v1/skills/" + id, null).with("If-Match", "\"9\""));
            configures.add(Knock.get("/api/v1/erasures/" + id));
            configures.add(Knock.get("/api/v1/transcript/rebuild/" + id));
            cancels.add(Knock.of("POST", "/api/v1/runs/" + id + "/cancel", null));
            cancels.add(Knock.of("POST", "/api/v1/runs/" + id + "/cancel", "{\"reason\":\"r\"}"));
            keys.add(Knock.get("/api/v1/keys/" + id));
            keys.add(Knock.of("DELETE", "/api/v1/keys/" + id, null));
        }
        return Map.of(
                "read", reads,
                "fetch", fetches,
                "inspect", inspects,
                "say", says,
                "cancel", cancels,
                "configure", configures,
                "keys", keys);
    }
}
