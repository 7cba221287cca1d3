package dev.agenthost.walk.tenant;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All that a key may be shown at. */
final class Endpoints {

    private Endpoints() {}

    /**
     * Every resource method below {@code /api}, by the right that it requires; those with an id are requested with an existing one
     * and others.
     */
    static Map<String, List<RawRequest>> byRight(String agent, String run, String event) {
        var reads = new ArrayList<>(List.of(
                RawRequest.get("/api/v1/agents"),
                RawRequest.get("/api/v1/bindings"),
                RawRequest.get("/api/v1/bots"),
                RawRequest.get("/api/v1/bots/none/health"),
                RawRequest.get("/api/v1/schedules"),
                RawRequest.get("/api/v1/runners"),
                RawRequest.get("/api/v1/runners/agenthost/echo/icon"),
                RawRequest.get("/api/v1/runners/none/none/icon"),
                RawRequest.get("/api/v1/models"),
                RawRequest.get("/api/v1/mcp-servers"),
                RawRequest.get("/api/v1/knowledge-bases"),
                RawRequest.get("/api/v1/runs"),
                RawRequest.get("/api/v1/runs?limit=0"),
                RawRequest.get("/api/v1/files"),
                RawRequest.get("/api/v1/files?limit=0"),
                RawRequest.get("/api/v1/skills"),
                RawRequest.get("/api/v1/caller"),
                RawRequest.get("/api/v1/takeovers"),
                RawRequest.get("/api/v1/takeovers?limit=0"),
                RawRequest.get("/api/v1/retention"),
                RawRequest.get("/api/v1/search-settings"),
                RawRequest.get(TargetTenant.events("demo", "c")),
                RawRequest.get(TargetTenant.events("no-such", "c")),
                RawRequest.get(TargetTenant.transcript("demo", "c")),
                RawRequest.get(TargetTenant.transcript("no-such", "c"))));
        var inspects = List.of(
                RawRequest.get("/api/v1/conversations/export"),
                RawRequest.get("/api/v1/conversations/export?bot_id=demo&conversation_id=c"));
        var fetches = new ArrayList<RawRequest>();
        var says = new ArrayList<>(List.of(
                RawRequest.of("POST", "/api/v1/events", "{"),
                RawRequest.of("POST", "/api/v1/events", "{\"bot_id\":\"x\"}"),
                RawRequest.of("OPTIONS", "/api/v1/uploads", null),
                RawRequest.of("POST", "/api/v1/uploads", null),
                DuplicateNames.tus("POST", "/api/v1/uploads", null)));
        var cancels = new ArrayList<RawRequest>();
        var configures = new ArrayList<>(List.of(
                RawRequest.of("POST", "/api/v1/agents", "{"),
                RawRequest.of("POST", "/api/v1/bindings", "{}"),
                RawRequest.of("POST", "/api/v1/bots", "{}"),
                RawRequest.of("POST", "/api/v1/schedules", "{}"),
                RawRequest.of("POST", "/api/v1/apply", "{}"),
                RawRequest.of("POST", "/api/v1/import/langbot", "{}"),
                RawRequest.of("POST", "/api/v1/models", "{}"),
                RawRequest.of("POST", "/api/v1/files?name=n", "x"),
                RawRequest.of("POST", "/api/v1/mcp-servers", "{}"),
                RawRequest.of("POST", "/api/v1/knowledge-bases", "{}"),
                RawRequest.of("PUT", "/api/v1/retention", "{"),
                RawRequest.of("PUT", "/api/v1/retention", "{}").with("If-Match", "\"9\""),
                RawRequest.of("PUT", "/api/v1/search-settings", "{"),
                RawRequest.of("PUT", "/api/v1/search-settings", "{}").with("If-Match", "\"9\""),
                RawRequest.get("/api/v1/runners/agenthost/echo/default/manifest"),
                RawRequest.get("/api/v1/runners/none/none/none/manifest"),
                RawRequest.get("/api/v1/audit"),
                RawRequest.get("/api/v1/audit?limit=0"),
                RawRequest.of("POST", "/api/v1/erasures", "{"),
                RawRequest.of("POST", "/api/v1/runners/refresh", null),
                RawRequest.of("POST", "/api/v1/transcript/rebuild", "{}")));
        var keys = new ArrayList<>(List.of(RawRequest.get("/api/v1/keys"), RawRequest.of("POST", "/api/v1/keys", "{")));
        var deadLetters = List.of(
                RawRequest.get("/api/v1/dead-letters"),
                RawRequest.get("/api/v1/dead-letters/agent.events.dlq"),
                RawRequest.get("/api/v1/dead-letters/agent.events.dlq?limit=0"),
                RawRequest.get("/api/v1/dead-letters/agent.none.dlq"),
                RawRequest.get("/api/v1/dead-letters/agent.events.dlq/0/0"),
                RawRequest.get("/api/v1/dead-letters/agent.events.dlq/x/x"),
                RawRequest.of("POST", "/api/v1/dead-letters/agent.events.dlq/redrive", "{"),
                RawRequest.of("POST", "/api/v1/dead-letters/agent.events.dlq/redrive", "{}"));
        for (String id : List.of(agent, run, event, "none", "0f8fad5b-d9cb-469f-a165-70867728950e", "%20", "*")) {
            for (String folder : List.of(
                    "agents/", "bindings/", "bots/", "schedules/", "models/", "mcp-servers/", "knowledge-bases/")) {
                reads.add(RawRequest.get("/api/v1/" + folder + id));
                configures.add(RawRequest.of("PUT", "/api/v1/" + folder + id, "{"));
                configures.add(
                        RawRequest.of("PUT", "/api/v1/" + folder + id, "{}").with("If-Match", "\"9\""));
                configures.add(
                        RawRequest.of("DELETE", "/api/v1/" + folder + id, null).with("If-Match", "\"9\""));
            }
            configures.add(RawRequest.get("/api/v1/mcp-servers/" + id + "/tools"));
            String documents = "/api/v1/knowledge-bases/" + id + "/documents";
            reads.add(RawRequest.get(documents));
            reads.add(RawRequest.get(documents + "/" + id));
            reads.add(RawRequest.of("POST", "/api/v1/knowledge-bases/" + id + "/search", "{\"query\":\"x\"}"));
            configures.add(
                    RawRequest.of("POST", documents + "?filename=a.txt", "x").with("Content-Type", "text/plain"));
            configures.add(RawRequest.of("DELETE", documents + "/" + id, null));
            reads.add(RawRequest.get("/api/v1/resolutions/" + id));
            reads.add(RawRequest.get("/api/v1/runs/" + id));
            reads.add(RawRequest.get("/api/v1/runs/" + id + "/grant"));
            reads.add(RawRequest.get("/api/v1/projections?bot_id=demo&conversation_id=" + id));
            reads.add(RawRequest.get("/api/v1/runs/" + id + "/stream"));
            fetches.add(RawRequest.get("/api/v1/artifacts/" + id));
            fetches.add(RawRequest.get("/api/v1/artifacts/" + id + "/content"));
            reads.add(RawRequest.get("/api/v1/artifacts/" + id + "/raw"));
            reads.add(RawRequest.of("POST", "/api/v1/artifacts/" + id + "/links", null));
            reads.add(RawRequest.get("/api/v1/files/" + id));
            reads.add(RawRequest.get("/api/v1/files/" + id + "/content"));
            for (String method : List.of("HEAD", "PATCH", "DELETE")) {
                String bytes = method.equals("PATCH") ? "x" : null;
                says.add(DuplicateNames.tus(method, "/api/v1/uploads/" + id, bytes));
                says.add(DuplicateNames.tus(method, "/api/v1/uploads/" + id, bytes)
                        .with("Tus-Resumable", "9"));
            }
            configures.add(RawRequest.of("DELETE", "/api/v1/files/" + id, null));
            reads.add(RawRequest.get("/api/v1/skills/" + id));
            configures.add(RawRequest.of("PUT", "/api/v1/skills/" + id, "{"));
            configures.add(RawRequest.of("DELETE", "/api/v1/skills/" + id, null).with("If-Match", "\"9\""));
            configures.add(RawRequest.get("/api/v1/erasures/" + id));
            configures.add(RawRequest.get("/api/v1/transcript/rebuild/" + id));
            cancels.add(RawRequest.of("POST", "/api/v1/runs/" + id + "/cancel", null));
            String takeover = "/api/v1/takeovers/demo/" + id;
            reads.add(RawRequest.get(takeover));
            reads.add(RawRequest.get(takeover + "/messages"));
            cancels.add(RawRequest.of("PUT", takeover, "{"));
            cancels.add(RawRequest.of("PUT", takeover, null));
            cancels.add(RawRequest.of("DELETE", takeover, null));
            cancels.add(RawRequest.of("POST", takeover + "/messages", "{}"));
            fetches.add(RawRequest.get("/api/v1/runs/" + id + "/interactions"));
            says.add(RawRequest.of("POST", "/api/v1/runs/" + id + "/interactions/q", "{\"token\":\"t\"}"));
            cancels.add(RawRequest.of("POST", "/api/v1/runs/" + id + "/cancel", "{\"reason\":\"r\"}"));
            keys.add(RawRequest.get("/api/v1/keys/" + id));
            keys.add(RawRequest.of("DELETE", "/api/v1/keys/" + id, null));
        }
        return Map.of(
                "read", reads,
                "fetch", fetches,
                "inspect", inspects,
                "say", says,
                "cancel", cancels,
                "configure", configures,
                "keys", keys,
                "dead-letters", deadLetters);
    }
}
