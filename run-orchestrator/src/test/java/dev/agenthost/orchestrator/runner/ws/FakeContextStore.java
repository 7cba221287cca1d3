package dev.agenthost.orchestrator.runner.ws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** context-store's internal REST, as docs/contracts.md has it, in memory. A test can read its requests and make it unavailable. */
public final class FakeContextStore implements QuarkusTestResourceLifecycleManager {
    record Question(String path, JsonNode body, String authorization) {}

    static final List<Question> ASKED = new CopyOnWriteArrayList<>();
    /** Path to the problem it answers with instead. */
    static final Map<String, Problem> TROUBLE = new ConcurrentHashMap<>();

    record Problem(int status, String code) {}

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, JsonNode> STATE = new ConcurrentHashMap<>();
    /** By workspace and owner, by key. */
    static final Map<String, Map<String, String>> STORAGE = new ConcurrentHashMap<>();

    /** The content of the message of the conversation, and of the message of the run. */
    static volatile String earlier = "earlier";

    static volatile String answerText = "hello";

    static final Map<String, JsonNode> KNOWN = new ConcurrentHashMap<>();
    /** The bytes of every file. */
    static volatile String FILE = "YWJj";

    private HttpServer server;

    public static List<JsonNode> requests(String path) {
        return ASKED.stream()
                .filter(question -> question.path().endsWith(path))
                .map(Question::body)
                .toList();
    }

    /** Sets the existing items of a kind; null for no answer. */
    public static void knows(String kind, @Nullable JsonNode facts) {
        if (facts == null) {
            KNOWN.remove(kind);
        } else {
            KNOWN.put(kind, facts);
        }
    }

    @Override
    public Map<String, String> start() {
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::serve);
        server.start();
        return Map.of(
                "agenthost.context-store.url",
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "agenthost.internal-key",
                "between-us");
    }

    @Override
    public void stop() {
        server.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
            String path = exchange.getRequestURI().getPath();
            ASKED.add(new Question(path, body, exchange.getRequestHeaders().getFirst("Authorization")));
            Problem configured = TROUBLE.get(path);
            if (configured == null
                    && path.endsWith("/storage/get")
                    && !storage(body).containsKey(key(body))) {
                configured = new Problem(404, "not_found");
            }
            JsonNode answer = configured == null ? answer(path, body) : problem(configured);
            byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(configured == null ? 200 : configured.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static ObjectNode problem(Problem problem) {
        return JSON.createObjectNode()
                .put("status", problem.status())
                .put("code", problem.code())
                .put("detail", "told to");
    }

    /** The scope, the summary with a mark of its own, and the expiry of an artifact. */
    private static ObjectNode withScope(JsonNode put) {
        ObjectNode metadata = JSON.createObjectNode();
        if (put.has("scope")) {
            metadata.set("scope", put.path("scope"));
            metadata.put("summary", put.path("summary").asText() + ", as kept").put("expires_at", 99);
        }
        return metadata;
    }

    private static JsonNode answer(String path, JsonNode body) {
        String name = body.path("key") + "/" + body.path("name").asText();
        return switch (path.substring("/internal/v1/".length())) {
            case "run-context" -> {
                ObjectNode answer = JSON.createObjectNode();
                ObjectNode state = answer.putObject("state");
                body.path("state_scopes")
                        .forEach(scope ->
                                state.putObject(scope.path("scope").asText()).put("seen", true));
                KNOWN.forEach((what, facts) -> {
                    if (body.has(what)) {
                        answer.set(what, facts);
                    }
                });
                if (body.has("knowledge_bases")) {
                    ArrayNode known = answer.putArray("knowledge_bases");
                    body.path("knowledge_bases").forEach(kb -> {
                        if (!kb.asText().startsWith("gone")) {
                            known.addObject()
                                    .put("kb_id", kb.asText())
                                    .put("name", "Name of " + kb.asText())
                                    .put("description", "what is in it");
                        }
                    });
                }
                yield answer.put("latest_cursor", "c7")
                        .put("event_seq", 9)
                        .put("transcript_seq", 8)
                        .put("has_history_before", true);
            }
            case "state/get" -> {
                ObjectNode answer = JSON.createObjectNode();
                answer.set("value", STATE.get(name));
                yield answer;
            }
            case "state/set" -> {
                STATE.put(name, body.path("value"));
                yield JSON.createObjectNode().put("success", true);
            }
            case "state/apply" -> {
                body.path("changes").forEach(change -> {
                    String changed = body.path("key") + "/" + change.path("key").asText();
                    if (change.path("delete").asBoolean()) {
                        STATE.remove(changed);
                    } else {
                        STATE.put(changed, change.path("value"));
                    }
                });
                yield JSON.createObjectNode().put("success", true);
            }
            case "state/delete" -> JSON.createObjectNode().put("success", STATE.remove(name) != null);
            case "state/list" -> {
                ObjectNode answer = JSON.createObjectNode().put("has_more", false);
                String prefix = body.path("key") + "/" + body.path("prefix").asText("");
                STATE.keySet().stream()
                        .filter(key -> key.startsWith(prefix))
                        .sorted()
                        .forEach(key -> answer.withArray("keys").add(key.substring((body.path("key") + "/").length())));
                answer.withArray("keys");
                yield answer;
            }
            case "storage/get" ->
                JSON.createObjectNode()
                        .put("value_base64", storage(body).get(key(body)))
                        .put("etag", "e1");
            case "storage/set" -> {
                storage(body).put(key(body), body.path("value_base64").asText());
                yield JSON.createObjectNode().put("success", true);
            }
            case "storage/delete" ->
                JSON.createObjectNode().put("success", storage(body).remove(key(body)) != null);
            case "storage/keys" -> {
                ObjectNode answer = JSON.createObjectNode();
                ArrayNode keys = answer.putArray("keys");
                List<String> found = storage(body).keySet().stream()
                        .sorted()
                        .filter(key -> key.startsWith(body.path("prefix").asText("")))
                        .filter(key -> key.compareTo(body.path("after").asText("")) > 0)
                        .toList();
                int most = body.path("limit").asInt(found.size());
                found.stream().limit(most).forEach(keys::add);
                if (body.has("prefix") || body.has("after") || body.has("limit")) {
                    answer.put("has_more", found.size() > most);
                }
                yield answer;
            }
            case "history/page" -> {
                ObjectNode answer = JSON.createObjectNode().put("has_more", false);
                answer.putArray("items")
                        .addObject()
                        .put("transcript_id", "t1")
                        .put("event_id", "ev-0")
                        .put("role", "user")
                        .put("content", earlier)
                        .put("seq", 1)
                        .put("cursor", "1")
                        .putArray("artifact_refs")
                        .add(JSON.createObjectNode().put("artifact_id", "a1"))
                        .add(JSON.createObjectNode().put("artifact_id", "a2").put("gone", true));
                yield answer;
            }
            case "history/search" -> {
                ObjectNode answer =
                        JSON.createObjectNode().put("query", body.path("query").asText());
                answer.putArray("items")
                        .addObject()
                        .put("transcript_id", "t1")
                        .put("event_id", "ev-0")
                        .put("role", "user")
                        .put("content", "earlier")
                        .put("seq", 1)
                        .<ObjectNode>set(
                                "artifact_refs",
                                JSON.createArrayNode()
                                        .add(JSON.createObjectNode().put("artifact_id", "a1")))
                        .putObject("metadata")
                        .put("snippet", "earlier");
                yield answer;
            }
            case "knowledge/retrieve" -> {
                ObjectNode answer = JSON.createObjectNode();
                ObjectNode passage = answer.putArray("results")
                        .addObject()
                        .put("id", "d1/0")
                        .put("distance", 0.25)
                        .put("score", 0.5);
                passage.putArray("content").addObject().put("type", "text").put("text", "it is red");
                passage.putObject("metadata").put("document_name", "tower.txt");
                yield answer;
            }
            case "embedding-models" ->
                JSON.createObjectNode().put("revision", body.path("revision").longValue());
            case "artifacts/put" ->
                withScope(body)
                        .put(
                                "artifact_id",
                                body.path("artifact_id")
                                        .asText("host-" + body.path("effect").asText()))
                        .put("artifact_type", body.path("artifact_type").asText())
                        .put("mime_type", "text/plain")
                        .put("name", "kept.txt")
                        .put("size_bytes", 3)
                        .put("sha256", "ba7816bf")
                        .put("source", "runner");
            case "artifacts/upload-token" ->
                JSON.createObjectNode()
                        .put("path", "/signed/v1/uploads")
                        .put("token", "a-token")
                        .put("expires_at", 1)
                        .put("most_bytes", 1024);
            case "artifacts/metadata" ->
                JSON.createObjectNode()
                        .put("artifact_id", body.path("artifact_id").asText())
                        .put("artifact_type", "file")
                        .put("source", "runner")
                        .put("size_bytes", 3);
            case "raw-payloads/metadata" ->
                JSON.createObjectNode()
                        .put("artifact_id", body.path("artifact_id").asText())
                        .put("artifact_type", "raw_payload")
                        .put("source", "platform")
                        .put("size_bytes", 2);
            case "raw-payloads/read" ->
                JSON.createObjectNode()
                        .put("artifact_id", body.path("artifact_id").asText())
                        .put("offset", body.path("offset").longValue())
                        .put("length", 2)
                        .put("content_base64", "e30=")
                        .put("has_more", false);
            case "artifacts/read" ->
                JSON.createObjectNode()
                        .put("artifact_id", body.path("artifact_id").asText())
                        .put("offset", body.path("offset").longValue())
                        .put("length", 2)
                        .put("content_base64", "YmM=")
                        .put("has_more", false);
            case "files/read" -> JSON.createObjectNode().put("file_base64", FILE);
            case "skills/read" -> {
                ObjectNode answer = JSON.createObjectNode()
                        .put("skill_name", body.path("skill_name").asText())
                        .put("description", "How to greet.")
                        .put("instructions", "# Greet\nSay hello.");
                answer.putArray("files").addObject().put("path", "words.txt").put("content", "hello");
                yield answer;
            }
            case "skills/register" ->
                JSON.createObjectNode()
                        .put("skill_name", body.path("skill_name").asText())
                        .put("version", 7);
            case "events/get" -> event();
            case "events/page" -> {
                ObjectNode answer = JSON.createObjectNode().put("has_more", false);
                answer.putArray("items").add(event());
                yield answer;
            }
            case "runs/results" -> {
                ObjectNode started = JSON.createObjectNode()
                        .put("position", "1-1")
                        .put("type", "run.started")
                        .put("at", "2026-11-21T10:00:00Z");
                started.putObject("data").put("event_id", "ev-1").put("delivery_policy", "where it goes");
                ObjectNode message = JSON.createObjectNode()
                        .put("position", "2-4")
                        .put("type", "message.completed")
                        .put("at", "2026-11-21T10:00:01Z");
                message.putObject("data").put("message", answerText);
                ObjectNode answer = JSON.createObjectNode().put("has_more", true);
                ArrayNode items = answer.putArray("items");
                Stream.of(started, message)
                        .filter(one -> one.path("position")
                                        .asText()
                                        .compareTo(body.path("after").asText(""))
                                > 0)
                        .limit(body.path("limit").asInt())
                        .forEach(items::add);
                yield answer;
            }
            default -> JSON.createObjectNode();
        };
    }

    private static Map<String, String> storage(JsonNode body) {
        String owner = body.path("workspace_id").asText() + body.path("owner");
        return STORAGE.computeIfAbsent(owner, any -> new ConcurrentHashMap<>());
    }

    private static String key(JsonNode body) {
        return body.path("key").asText();
    }

    private static ObjectNode event() {
        return JSON.createObjectNode()
                .put("event_id", "ev-1")
                .put("event_type", "message.received")
                .put("source", "api")
                .put("raw_ref", "ev-1");
    }
}
