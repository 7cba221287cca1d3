package dev.agenthost.walk.tenant;

import dev.agenthost.walk.box.Demo;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Every request that a caller with a key of another workspace may try with ids of the target workspace. */
final class CrossTenantRequests {

    /** A request for one kind of object. */
    private record Way(List<String> things, Function<String, RawRequest> knock) {}

    /** An object of the target tenant, a made-up id of the same form, and the same request for both. */
    record Attempt(int way, String live, RawRequest forLive, String madeUp, RawRequest forMadeUp) {}

    private static final String MODEL =
            "{\"kind\":\"chat\",\"model\":\"taken\",\"provider\":{\"base_url\":\"https://models.example/v1\"}}";

    private static final String BOT =
            "{\"platform\":\"telegram\",\"secrets\":{\"webhook\":[\"TAKEN\"],\"token\":[\"TAKEN\"]}}";
    private static final String SCHEDULE = "{\"cron\":\"0 9 * * *\",\"event\":{\"text\":\"taken\"}}";
    private static final String SKILL = "{\"description\":\"taken\",\"instructions\":\"taken\"}";
    private static final String SERVER = "{\"kind\":\"http\",\"url\":\"https://taken.example/mcp\"}";

    private final List<Way> ways;

    /**
     * @param own ids and tokens of the caller's own workspace
     * @param strayToken a stream token of the target tenant, of a run that is not among its listed runs
     */
    CrossTenantRequests(TargetTenant victim, OtherTenant own, String strayToken) {
        String agent = "{\"name\":\"taken\",\"runner_id\":\"" + Demo.ECHO + "\"}";
        Function<String, String> binding = id ->
                "{\"scope\":{\"kind\":\"bot\",\"bot_id\":\"x\"},\"event_types\":[\"*\"],\"agent_id\":\"" + id + "\"}";
        String said = "\",\"bot_id\":\"demo\",\"conversation_id\":\"c\",\"text\":\"hi\"}";
        List<String> demo = List.of("demo");
        var all = new ArrayList<>(List.of(
                way(victim.agents, id -> RawRequest.get("/api/v1/agents/" + id)),
                way(victim.agents, id -> RawRequest.of("PUT", "/api/v1/agents/" + id, agent)),
                way(victim.agents, id -> RawRequest.of("PUT", "/api/v1/agents/" + id, agent)
                        .with("If-Match", "*")),
                way(victim.agents, id -> RawRequest.of("PUT", "/api/v1/agents/" + id, agent)
                        .with("If-Match", "\"1\"")),
                way(victim.agents, id -> RawRequest.of("DELETE", "/api/v1/agents/" + id, null)),
                way(victim.agents, id -> RawRequest.of("DELETE", "/api/v1/agents/" + id, null)
                        .with("If-Match", "\"1\"")),
                way(victim.agents, id -> RawRequest.of("POST", "/api/v1/bindings", binding.apply(id))),
                way(victim.agents, id -> RawRequest.of("PUT", "/api/v1/bindings/none", binding.apply(id))
                        .with("If-Match", "*")),
                way(
                        victim.agents,
                        id -> RawRequest.of(
                                "POST",
                                "/api/v1/bots",
                                BOT.replace("{\"platform", "{\"agent_id\":\"" + id + "\",\"platform"))),
                way(
                        victim.agents,
                        id -> RawRequest.of(
                                "POST",
                                "/api/v1/apply",
                                "{\"bindings\":["
                                        + binding.apply(id).replace("{\"scope", "{\"binding_id\":\"none\",\"scope")
                                        + "]}")),
                way(victim.agents, id -> RawRequest.get("/api/v1/agents?cursor=" + id)),
                way(victim.bindings, id -> RawRequest.get("/api/v1/bindings/" + id)),
                way(victim.bindings, id -> RawRequest.of("PUT", "/api/v1/bindings/" + id, binding.apply("a"))
                        .with("If-Match", "*")),
                way(victim.bindings, id -> RawRequest.of("DELETE", "/api/v1/bindings/" + id, null)),
                way(victim.bindings, id -> RawRequest.get("/api/v1/bindings?cursor=" + id)),
                way(victim.bots, id -> RawRequest.get("/api/v1/bots/" + id)),
                way(victim.bots, id -> RawRequest.get("/api/v1/bots/" + id + "/health")),
                way(victim.bots, id -> RawRequest.of("PUT", "/api/v1/bots/" + id, BOT)
                        .with("If-Match", "*")),
                way(victim.bots, id -> RawRequest.of("DELETE", "/api/v1/bots/" + id, null)),
                way(victim.bots, id -> RawRequest.get("/api/v1/bots?cursor=" + id)),
                way(victim.schedules, id -> RawRequest.get("/api/v1/schedules/" + id)),
                way(victim.schedules, id -> RawRequest.of("PUT", "/api/v1/schedules/" + id, SCHEDULE)
                        .with("If-Match", "*")),
                way(victim.schedules, id -> RawRequest.of("DELETE", "/api/v1/schedules/" + id, null)),
                way(victim.schedules, id -> RawRequest.get("/api/v1/schedules?cursor=" + id)),
                way(victim.models, id -> RawRequest.get("/api/v1/models/" + id)),
                way(victim.models, id -> RawRequest.get("/api/v1/models?cursor=" + id)),
                way(victim.models, id -> RawRequest.of("PUT", "/api/v1/models/" + id, MODEL)
                        .with("If-Match", "\"1\"")),
                way(victim.models, id -> RawRequest.of("DELETE", "/api/v1/models/" + id, null)),
                way(victim.files, id -> RawRequest.get("/api/v1/files/" + id)),
                way(victim.files, id -> RawRequest.get("/api/v1/files/" + id + "/content")),
                way(victim.files, id -> RawRequest.of("DELETE", "/api/v1/files/" + id, null)),
                way(victim.skills, id -> RawRequest.get("/api/v1/skills/" + id)),
                way(victim.skills, id -> RawRequest.get("/api/v1/skills?cursor=" + id)),
                way(victim.skills, id -> RawRequest.of("PUT", "/api/v1/skills/" + id, SKILL)
                        .with("If-Match", "*")),
                way(victim.skills, id -> RawRequest.of("DELETE", "/api/v1/skills/" + id, null)),
                way(victim.servers, id -> RawRequest.get("/api/v1/mcp-servers/" + id)),
                way(victim.servers, id -> RawRequest.get("/api/v1/mcp-servers/" + id + "/tools")),
                way(victim.servers, id -> RawRequest.get("/api/v1/mcp-servers?cursor=" + id)),
                way(victim.servers, id -> RawRequest.of("PUT", "/api/v1/mcp-servers/" + id, SERVER)
                        .with("If-Match", "\"1\"")),
                way(victim.servers, id -> RawRequest.of("DELETE", "/api/v1/mcp-servers/" + id, null)),
                way(victim.knowledge, id -> RawRequest.get("/api/v1/knowledge-bases/" + id)),
                way(victim.knowledge, id -> RawRequest.get("/api/v1/knowledge-bases?cursor=" + id)),
                way(victim.knowledge, id -> RawRequest.get("/api/v1/knowledge-bases/" + id + "/documents")),
                way(victim.knowledge, id -> RawRequest.get("/api/v1/knowledge-bases/" + id + "/documents/d1")),
                way(
                        victim.knowledge,
                        id -> RawRequest.of("DELETE", "/api/v1/knowledge-bases/" + id + "/documents/d1", null)),
                way(victim.knowledge, id -> RawRequest.of(
                                "POST", "/api/v1/knowledge-bases/" + id + "/documents?filename=a.txt", "mine")
                        .with("Content-Type", "text/plain")),
                way(
                        victim.knowledge,
                        id -> RawRequest.of(
                                "POST", "/api/v1/knowledge-bases/" + id + "/search", "{\"query\":\"secret\"}")),
                way(victim.knowledge, id -> RawRequest.of("PUT", "/api/v1/knowledge-bases/" + id, "{\"name\":\"mine\"}")
                        .with("If-Match", "*")),
                way(victim.knowledge, id -> RawRequest.of("DELETE", "/api/v1/knowledge-bases/" + id, null)),
                way(victim.keys, id -> RawRequest.get("/api/v1/keys/" + id)),
                way(victim.keys, id -> RawRequest.of("DELETE", "/api/v1/keys/" + id, null)),
                way(victim.runs, id -> RawRequest.get("/api/v1/audit?run_id=" + id)),
                way(victim.conversations, id -> RawRequest.get("/api/v1/audit?bot_id=demo&conversation_id=" + id)),
                way(victim.erasures, id -> RawRequest.get("/api/v1/erasures/" + id)),
                way(victim.rebuilds, id -> RawRequest.get("/api/v1/transcript/rebuild/" + id)),
                way(demo, id -> RawRequest.get("/api/v1/keys?workspace_id=" + id)),
                way(
                        demo,
                        id -> RawRequest.of(
                                "POST",
                                "/api/v1/keys",
                                "{\"name\":\"k\",\"role\":\"admin\",\"workspace_id\":\"" + id + "\"}")),
                way(
                        demo,
                        id -> RawRequest.of(
                                "POST",
                                "/api/v1/keys",
                                "{\"name\":\"k\",\"role\":\"runner\",\"plugins\":[\"*\"],\"workspaces\":[\"" + id
                                        + "\"]}")),
                way(
                        demo,
                        id -> RawRequest.of(
                                "POST", "/api/v1/agents", agent.replace("}", ",\"workspace_id\":\"" + id + "\"}"))),
                way(
                        demo,
                        id -> RawRequest.of(
                                "POST",
                                "/api/v1/bots",
                                BOT.replace("{\"platform", "{\"workspace_id\":\"" + id + "\",\"platform"))),
                way(
                        demo,
                        id -> RawRequest.of(
                                "POST",
                                "/api/v1/schedules",
                                SCHEDULE.replace("{\"cron", "{\"workspace_id\":\"" + id + "\",\"cron"))),
                way(demo, id -> RawRequest.of("POST", "/api/v1/events", "{\"workspace_id\":\"" + id + said)),
                way(victim.events, id -> RawRequest.get("/api/v1/resolutions/" + id)),
                way(victim.runs, id -> RawRequest.get("/api/v1/runs/" + id)),
                way(victim.runs, id -> RawRequest.get("/api/v1/runs/" + id + "/grant")),
                way(victim.conversations, id -> RawRequest.get("/api/v1/runs?bot_id=demo&conversation_id=" + id)),
                way(
                        victim.conversations,
                        id -> RawRequest.get("/api/v1/projections?bot_id=demo&conversation_id=" + id)),
                way(victim.conversations, id -> RawRequest.get("/api/v1/takeovers?cursor=" + id)),
                way(victim.conversations, id -> RawRequest.get("/api/v1/takeovers/demo/" + id)),
                way(victim.conversations, id -> RawRequest.get("/api/v1/takeovers/demo/" + id + "/messages")),
                way(victim.conversations, id -> RawRequest.of("PUT", "/api/v1/takeovers/demo/" + id, null)),
                way(victim.conversations, id -> RawRequest.of("DELETE", "/api/v1/takeovers/demo/" + id, null)),
                way(
                        victim.conversations,
                        id -> RawRequest.of(
                                "POST",
                                "/api/v1/takeovers/demo/" + id + "/messages",
                                "{\"message_id\":\"m\",\"text\":\"mine\"}")),
                way(victim.runs, id -> RawRequest.of("POST", "/api/v1/runs/" + id + "/cancel", null)),
                way(victim.runs, id -> RawRequest.get("/api/v1/runs/" + id + "/interactions")),
                way(
                        victim.runs,
                        id -> RawRequest.of("POST", "/api/v1/runs/" + id + "/interactions/q", "{\"token\":\"t\"}")),
                way(
                        victim.comingRuns,
                        id -> RawRequest.of("POST", "/api/v1/runs/" + id + "/cancel", "{\"reason\":\"mine\"}")),
                way(victim.comingRuns, id -> RawRequest.get("/api/v1/runs/" + id)),
                way(victim.runs, id -> RawRequest.get("/api/v1/runs/" + id + "/stream")),
                way(victim.runs, id -> RawRequest.get("/api/v1/runs/" + id + "/stream")
                        .with("Last-Event-ID", "1-1")),
                way(victim.runs, id -> RawRequest.get("/api/v1/runs/" + id + "/stream?token=" + own.streamToken())),
                way(victim.runs, id -> RawRequest.get("/api/v1/runs/" + id + "/stream?token=" + strayToken)),
                way(
                        victim.tokens,
                        id -> RawRequest.get(
                                "/api/v1/runs/" + victim.comingRuns.getFirst() + "/stream?token=" + broken(id))),
                way(victim.tokens, id -> RawRequest.get("/api/v1/runs/" + runOf(id, victim) + "/stream?token=" + id)),
                way(
                        victim.tokens,
                        id -> RawRequest.get("/api/v1/runs/" + victim.comingRuns.getLast() + "/stream?token=" + id)),
                way(victim.tokens, id -> RawRequest.get("/api/v1/runs/" + victim.runs.getFirst() + "?token=" + id)),
                way(victim.conversations, id -> RawRequest.get(TargetTenant.transcript("demo", id))),
                way(
                        victim.conversations,
                        id -> RawRequest.get(TargetTenant.transcript("demo", id) + "?limit=1&direction=forward")),
                way(victim.conversations, id -> RawRequest.get(TargetTenant.transcript(own.workspace(), id))),
                way(
                        victim.conversations,
                        id -> RawRequest.get("/api/v1/conversations/export?bot_id=demo&conversation_id=" + id)),
                way(
                        victim.conversations,
                        id -> RawRequest.of("POST", "/api/v1/erasures", "{\"conversation\":" + conversation(id) + "}")),
                way(victim.conversations, id -> RawRequest.of("POST", "/api/v1/transcript/rebuild", conversation(id))),
                way(victim.conversations, id -> RawRequest.get(TargetTenant.events("demo", id))),
                way(
                        victim.conversations,
                        id -> RawRequest.get(TargetTenant.events(own.workspace(), id) + "?event_type=run.completed")),
                way(demo, id -> RawRequest.get(TargetTenant.transcript(id, victim.conversations.getFirst()))),
                way(
                        victim.cursors,
                        id -> RawRequest.get(TargetTenant.transcript("demo", victim.conversations.getFirst())
                                + "?cursor=" + encoded(id))),
                way(
                        victim.cursors,
                        id -> RawRequest.get(TargetTenant.transcript(own.workspace(), victim.conversations.getFirst())
                                + "?cursor=" + encoded(id)))));
        all.addAll(artifacts(victim, own));
        all.addAll(uploads(victim, own));
        all.addAll(lists());
        this.ways = List.copyOf(all);
    }

    private static List<Way> artifacts(TargetTenant victim, OtherTenant own) {
        String api = "/api/v1/artifacts/";
        String signed = "/signed/v1/artifacts/";
        String first = victim.artifacts.getFirst();
        return List.of(
                way(victim.artifacts, id -> RawRequest.get(api + id)),
                way(victim.artifacts, id -> RawRequest.get(api + id + "?run_id=" + victim.runs.getFirst())),
                way(victim.artifacts, id -> RawRequest.get(api + id + "/content")),
                way(victim.artifacts, id -> RawRequest.get(api + id + "/content")
                        .with("Range", "bytes=0-3")),
                way(victim.artifacts, id -> RawRequest.get(api + id + "/content")
                        .with("Range", "bytes=9999-")),
                way(victim.artifacts, id -> RawRequest.get(api + id + "/content")
                        .with("If-None-Match", "*")),
                way(victim.artifacts, id -> RawRequest.get(api + id + "/raw")),
                way(victim.payloads, id -> RawRequest.get(api + id + "/raw")),
                way(victim.payloads, id -> RawRequest.get(api + id)),
                way(victim.payloads, id -> RawRequest.get(signed + id + "?token=" + own.linkToken())),
                way(victim.artifacts, id -> RawRequest.of("POST", api + id + "/links", null)),
                way(victim.artifacts, id -> RawRequest.of("POST", api + id + "/links?expires_in=3600", null)),
                way(victim.artifacts, id -> RawRequest.get(signed + id)),
                way(victim.artifacts, id -> RawRequest.get(signed + id + "?token=" + own.linkToken())),
                way(victim.artifacts, id -> RawRequest.get(signed + id + "?token=" + own.runToken())),
                way(victim.artifacts, id -> RawRequest.get(signed + id + "?token=" + victim.runTokens.getFirst())),
                way(victim.artifacts, id -> RawRequest.get(signed + id + "?token=" + own.linkToken())
                        .with("Range", "bytes=0-3")),
                way(victim.links, id -> RawRequest.get(signed + first + "?token=" + broken(id))),
                way(victim.links, id -> RawRequest.get(signed + another(id, victim) + "?token=" + id)),
                way(victim.links, id -> RawRequest.get(signed + "none?token=" + id)),
                way(victim.links, id -> RawRequest.get(api + first + "/content?token=" + id)),
                way(victim.links, id -> RawRequest.get(api + first).with("Authorization", "Bearer " + id)),
                way(victim.links, id -> DuplicateNames.tus(
                                "HEAD", "/signed/v1/uploads/" + victim.uploads.getFirst(), null)
                        .with("Authorization", "Bearer " + id)));
    }

    /** Requests with the caller's own key, its own run's token, the target tenant's tokens in wrong places, and invalid tokens. */
    private static List<Way> uploads(TargetTenant victim, OtherTenant own) {
        String api = "/api/v1/uploads/";
        String signed = "/signed/v1/uploads/";
        String bearer = "Bearer " + own.runToken();
        var all = new ArrayList<Way>();
        for (List<String> things : List.of(victim.uploads, victim.runUploads)) {
            for (String folder : List.of(api, signed)) {
                all.add(way(things, id -> DuplicateNames.tus("HEAD", folder + id, null)));
                all.add(way(things, id -> DuplicateNames.append(folder + id, TargetTenant.SENT, "mine")));
                all.add(way(things, id -> DuplicateNames.append(folder + id, 0, "")));
                all.add(way(things, id -> DuplicateNames.tus("POST", folder + id, "mine")
                        .with("X-HTTP-Method-Override", "PATCH")
                        .with("Upload-Offset", Integer.toString(TargetTenant.SENT))));
                all.add(way(things, id -> DuplicateNames.tus("DELETE", folder + id, null)));
            }
            all.add(way(
                    things, id -> DuplicateNames.tus("HEAD", signed + id, null).with("Authorization", bearer)));
            all.add(way(things, id -> DuplicateNames.append(signed + id, TargetTenant.SENT, "mine")
                    .with("Authorization", bearer)));
            all.add(way(things, id -> DuplicateNames.tus("DELETE", signed + id, null)
                    .with("Authorization", bearer)));
            all.add(way(things, id -> DuplicateNames.tus("HEAD", api + id, null).with("Authorization", bearer)));
        }
        all.add(way(victim.uploads, id -> DuplicateNames.tus("HEAD", signed + id, null)
                .with("Authorization", "Bearer " + victim.runTokens.getFirst())));
        all.add(way(victim.runUploads, id -> DuplicateNames.tus("DELETE", signed + id, null)
                .with("Authorization", "Bearer " + anotherRuns(id, victim))));
        all.add(way(victim.runTokens, id -> DuplicateNames.upload("/signed/v1/uploads", 1, Map.of())
                .with("Authorization", "Bearer " + broken(id))));
        all.add(way(victim.runTokens, id -> DuplicateNames.upload("/signed/v1/uploads", 1, Map.of())));
        all.add(way(victim.runTokens, id -> DuplicateNames.upload("/api/v1/uploads", 1, Map.of())
                .with("Authorization", "Bearer " + id)));
        all.add(way(victim.runTokens, id -> RawRequest.get("/api/v1/agents").with("Authorization", "Bearer " + id)));
        all.add(way(
                victim.runTokens,
                id -> RawRequest.get("/api/v1/runs/" + victim.runs.getFirst() + "/stream?token=" + broken(id))));
        return all;
    }

    /** Requests without an id, which name the target workspace instead. */
    private static List<Way> lists() {
        List<String> demo = List.of("demo");
        var all = new ArrayList<Way>();
        for (String path : List.of(
                "agents",
                "bindings",
                "bots",
                "schedules",
                "models",
                "mcp-servers",
                "knowledge-bases",
                "runners",
                "runs",
                "files",
                "skills",
                "caller",
                "retention",
                "search-settings",
                "dead-letters")) {
            all.add(way(demo, id -> RawRequest.get("/api/v1/" + path + "?workspace_id=" + id)));
        }
        all.add(way(demo, id -> RawRequest.get("/api/v1/agents").with("X-Workspace-Id", id)));
        String letters = "/api/v1/dead-letters/agent.inbound.";
        all.add(way(demo, id -> RawRequest.get(letters + id + ".dlq")));
        all.add(way(demo, id -> RawRequest.get(letters + id + ".dlq/0/0")));
        all.add(way(demo, id -> RawRequest.of("POST", letters + id + ".dlq/redrive", "{}")));
        all.add(way(demo, id -> RawRequest.of("POST", "/api/v1/runners/refresh?workspace_id=" + id, null)));
        all.add(way(demo, id -> RawRequest.get("/api/v1/runners/" + id + "/" + id + "/icon")));
        all.add(way(demo, id -> RawRequest.get("/api/v1/runners/" + id + "/" + id + "/" + id + "/manifest")));
        all.add(way(demo, id -> RawRequest.of("OPTIONS", "/api/v1/uploads?workspace_id=" + id, null)));
        all.add(way(demo, id -> RawRequest.of("OPTIONS", "/signed/v1/uploads?workspace_id=" + id, null)));
        all.add(way(demo, id -> RawRequest.of("PUT", "/api/v1/retention?workspace_id=" + id, "{}")
                .with("If-Match", "\"9999\"")));
        all.add(way(
                demo, id -> RawRequest.of("PUT", "/api/v1/search-settings?workspace_id=" + id, "{\"by_meaning\":true}")
                        .with("If-Match", "\"9999\"")));
        return all;
    }

    /** An artifact other than that of the link; any artifact for a made-up link. */
    private static String another(String link, TargetTenant victim) {
        int of = Math.max(0, victim.links.indexOf(link));
        return victim.artifacts.get((of + 1) % victim.artifacts.size());
    }

    /** The token of a run other than that of the upload; any token for a made-up upload. */
    private static String anotherRuns(String upload, TargetTenant victim) {
        int of = Math.max(0, victim.runUploads.indexOf(upload));
        return victim.runTokens.get((of + 1) % victim.runTokens.size());
    }

    /** One request of each kind, in its plain form. */
    List<RawRequest> examples() {
        return ways.stream()
                .map(way -> way.knock().apply(way.things().getFirst()))
                .toList();
    }

    int ways() {
        return ways.size();
    }

    /** The next attempt, with a random kind of request, object and spelling. */
    Attempt next(Random random) {
        int number = random.nextInt(ways.size());
        Way way = ways.get(number);
        String live = way.things().get(random.nextInt(way.things().size()));
        String madeUp = alike(live, random);
        UnaryOperator<RawRequest> spelling = SPELLINGS.get(random.nextInt(SPELLINGS.size()));
        return new Attempt(
                number,
                live,
                spelling.apply(way.knock().apply(live)),
                madeUp,
                spelling.apply(way.knock().apply(madeUp)));
    }

    /** Other spellings of the same request, and headers that name another workspace. */
    private static final List<UnaryOperator<RawRequest>> SPELLINGS = List.of(
            knock -> knock,
            knock -> knock,
            knock -> knock.to(knock.path() + (knock.path().contains("?") ? "&" : "?") + "workspace_id=demo"),
            knock -> knock.with("agenthost-workspace", "demo").with("X-Workspace-Id", "demo"),
            knock -> knock.with("X-Forwarded-For", "127.0.0.1").with("X-Original-URL", "/internal/v1/state/get"),
            knock -> knock.to(knock.path().replace("/api/v1/", "//api/./v1/")),
            knock -> knock.to(knock.path().replaceFirst("/v1/", "/%761/")));

    private static Way way(List<String> things, Function<String, RawRequest> knock) {
        return new Way(things, knock);
    }

    /** Letters that form no word of an answer, so that a short name appears only if the answer reveals it. */
    private static final String RARE = "jqxz";

    /** A made-up id of the same length and kind of characters: the two differ only in their existence. */
    static String alike(String thing, Random random) {
        var made = new StringBuilder();
        boolean hex = thing.matches("[0-9a-f]{8}-.*");
        for (char c : thing.toCharArray()) {
            if (hex) {
                made.append(c == '-' ? '-' : "0123456789abcdef".charAt(random.nextInt(16)));
            } else if (Character.isDigit(c)) {
                made.append((char) ('0' + random.nextInt(10)));
            } else if (Character.isLetter(c)) {
                char other = RARE.charAt(random.nextInt(RARE.length()));
                made.append(Character.isUpperCase(c) ? String.valueOf(other).toUpperCase(Locale.ROOT) : other);
            } else {
                made.append(c);
            }
        }
        // An existing object of that name is improbable: one in billions, except for the shortest names.
        return made.toString().equals(thing) ? alike(thing, random) : made.toString();
    }

    /** The run of a stream token; any run for a made-up token. */
    private static String runOf(String token, TargetTenant victim) {
        return victim.runs.get(Math.max(0, victim.tokens.indexOf(token)));
    }

    private static String broken(String token) {
        char last = token.charAt(token.length() - 2);
        return token.substring(0, token.length() - 2) + (last == 'A' ? 'B' : 'A') + token.charAt(token.length() - 1);
    }

    private static String conversation(String id) {
        return "{\"bot_id\":\"demo\",\"conversation_id\":\"" + id + "\"}";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
