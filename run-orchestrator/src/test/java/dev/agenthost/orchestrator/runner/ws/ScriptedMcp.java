package dev.agenthost.orchestrator.runner.ws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A scripted MCP server by streamable HTTP on a real socket. */
public final class ScriptedMcp implements AutoCloseable {
    public record ReceivedRequest(String method, JsonNode frame, Map<String, String> headers) {}

    /** Answers one call of a tool: the whole HTTP answer is its business. */
    public interface Script {
        void answer(HttpExchange exchange, JsonNode frame) throws IOException;
    }

    public final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
    /** By the tool's name. */
    public final Map<String, Script> calls = new ConcurrentHashMap<>();

    public final Set<String> sessions = ConcurrentHashMap.newKeySet();
    private final AtomicInteger lastSession = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private final HttpServer server;
    /** Answers no request. */
    public volatile boolean isAway;
    /** Never answers the list of tools. */
    volatile boolean listHangs;
    /** Answers as streams of events. */
    public volatile boolean streams;

    public volatile boolean hasSessions = true;
    /** The status of the answer to an unknown session. */
    public volatile int unknownSession = 404;

    public volatile String unknownSessionText = "no such session";
    public volatile int pageSize = 100;
    public volatile String version = "2025-06-18";
    public volatile List<String> tools = List.of(
            tool("add", "adds", "{\"a\":{\"type\":\"integer\"},\"b\":{\"type\":\"integer\"}}", "[\"a\",\"b\"]"),
            tool("echo", "says it again", "{\"text\":{\"type\":\"string\"}}", "[\"text\"]"));

    public ScriptedMcp() {
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/mcp", this::serve);
        server.start();
        calls.put("add", (exchange, frame) -> {
            JsonNode arguments = frame.at("/params/arguments");
            int sum = arguments.path("a").intValue() + arguments.path("b").intValue();
            respond(exchange, frame, textResult("" + sum, ",\"structuredContent\":{\"sum\":" + sum + "}"));
        });
        calls.put(
                "echo",
                (exchange, frame) -> respond(
                        exchange,
                        frame,
                        textResult(frame.at("/params/arguments/text").asText(), "")));
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
    }

    public static String tool(String name, String description, String properties, String required) {
        return "{\"name\":\"" + name + "\",\"description\":\"" + description
                + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":" + properties + ",\"required\":" + required
                + ",\"additionalProperties\":false}}";
    }

    public static String textResult(String text, String more) {
        ObjectNode piece =
                ProtocolCodec.mapper().createObjectNode().put("type", "text").put("text", text);
        return "{\"content\":[" + piece + "]" + more + "}";
    }

    public List<ReceivedRequest> requests(String method) {
        return requests.stream().filter(one -> one.method().equals(method)).toList();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode frame =
                    ScriptedPlugin.tree(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            String method = frame.path("method").asText("answer");
            Map<String, String> headers = new ConcurrentHashMap<>();
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(), values.getFirst()));
            requests.add(new ReceivedRequest(method, frame, headers));
            if (isAway) {
                status(exchange, 503, "gone fishing");
            } else if (method.equals("initialize")) {
                initialized(exchange, frame);
            } else if (hasSessions && !sessions.contains(headers.getOrDefault("mcp-session-id", ""))) {
                status(exchange, unknownSession, unknownSessionText);
            } else if (!frame.has("id") || !frame.has("method")) {
                exchange.sendResponseHeaders(202, -1);
            } else if (method.equals("tools/list")) {
                listed(exchange, frame);
            } else if (method.equals("tools/call")) {
                Script script = calls.get(frame.at("/params/name").asText());
                if (script == null) {
                    error(exchange, frame, -32602, "Unknown tool");
                } else {
                    script.answer(exchange, frame);
                }
            } else {
                error(exchange, frame, -32601, "Method not found");
            }
        } catch (IOException disconnected) {
            // The caller hung up.
        }
    }

    private void initialized(HttpExchange exchange, JsonNode frame) throws IOException {
        if (hasSessions) {
            String session = "session-" + lastSession.incrementAndGet();
            sessions.add(session);
            exchange.getResponseHeaders().add("Mcp-Session-Id", session);
        }
        respond(
                exchange,
                frame,
                "{\"protocolVersion\":\"" + version
                        + "\",\"capabilities\":{\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}");
    }

    private void listed(HttpExchange exchange, JsonNode frame) throws IOException {
        if (listHangs) {
            hang();
        }
        int from = frame.at("/params/cursor").asInt(0);
        int to = Math.min(from + pageSize, tools.size());
        String next = to < tools.size() ? ",\"nextCursor\":\"" + to + "\"" : "";
        respond(exchange, frame, "{\"tools\":[" + String.join(",", tools.subList(from, to)) + "]" + next + "}");
    }

    /** A result, in the shape that the test wants answers in. */
    public void respond(HttpExchange exchange, JsonNode frame, String result) throws IOException {
        frame(exchange, "{\"jsonrpc\":\"2.0\",\"id\":" + frame.path("id") + ",\"result\":" + result + "}");
    }

    public void error(HttpExchange exchange, JsonNode frame, int code, String message) throws IOException {
        frame(
                exchange,
                "{\"jsonrpc\":\"2.0\",\"id\":" + frame.path("id") + ",\"error\":{\"code\":" + code + ",\"message\":\""
                        + message + "\"}}");
    }

    public void frame(HttpExchange exchange, String frame) throws IOException {
        if (streams) {
            stream(exchange, "event: message\ndata: " + frame + "\n\n");
        } else {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            byte[] bytes = frame.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    public static OutputStream stream(HttpExchange exchange, String events) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(events.getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
        return exchange.getResponseBody();
    }

    public static void status(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Until the test is over. */
    public void hang() {
        try {
            over.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
    }
}
