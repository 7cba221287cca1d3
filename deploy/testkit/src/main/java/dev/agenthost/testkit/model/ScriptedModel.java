package dev.agenthost.testkit.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** An OpenAI-compatible chat endpoint on loopback, streamed or not, that needs no account: it follows {@link Script}. */
public final class ScriptedModel implements AutoCloseable {
    private static final int LARGEST_REQUEST = 8 * 1024 * 1024;

    private final HttpServer server;
    private final Consumer<ObjectNode> asked;

    /**
     * @param port 0 for any free one
     * @param asked receives each request
     */
    public ScriptedModel(int port, Consumer<ObjectNode> asked) throws IOException {
        this.asked = asked;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals("/v1/chat/completions")) {
                refuse(exchange, 404, "there is only /v1/chat/completions");
                return;
            }
            var body = exchange.getRequestBody().readNBytes(LARGEST_REQUEST + 1);
            if (body.length > LARGEST_REQUEST) {
                refuse(exchange, 413, "the request is larger than 8 MiB");
                return;
            }
            if (!(read(body) instanceof ObjectNode request)
                    || !request.path("messages").isArray()) {
                refuse(exchange, 400, "messages must be a list");
                return;
            }
            asked.accept(request);
            respond(
                    exchange,
                    Script.answer(request.path("messages")),
                    request.path("stream").asBoolean());
        }
    }

    private static JsonNode read(byte[] body) {
        try {
            return ProtocolCodec.mapper().readTree(body);
        } catch (IOException notJson) {
            return MissingNode.getInstance();
        }
    }

    private static void respond(HttpExchange exchange, String text, boolean streamed) throws IOException {
        var words = text.split("(?<= )");
        if (!streamed) {
            var answer = ProtocolCodec.mapper().createObjectNode();
            answer.putArray("choices")
                    .addObject()
                    .put("index", 0)
                    .put("finish_reason", "stop")
                    .putObject("message")
                    .put("role", "assistant")
                    .put("content", text);
            answer.set("usage", usage(words.length));
            send(exchange, 200, answer);
            return;
        }
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        for (var word : words) {
            var chunk = ProtocolCodec.mapper().createObjectNode();
            chunk.putArray("choices")
                    .addObject()
                    .put("index", 0)
                    .putObject("delta")
                    .put("role", "assistant")
                    .put("content", word);
            event(exchange, chunk.toString());
        }
        var end = ProtocolCodec.mapper().createObjectNode();
        end.putArray("choices");
        end.set("usage", usage(words.length));
        event(exchange, end.toString());
        event(exchange, "[DONE]");
    }

    /** Counted in words of the answer: a script has no tokens. */
    private static ObjectNode usage(int words) {
        return ProtocolCodec.mapper()
                .createObjectNode()
                .put("prompt_tokens", 0)
                .put("completion_tokens", words)
                .put("total_tokens", words);
    }

    private static void event(HttpExchange exchange, String data) throws IOException {
        exchange.getResponseBody().write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
    }

    private static void refuse(HttpExchange exchange, int status, String why) throws IOException {
        var answer = ProtocolCodec.mapper().createObjectNode();
        answer.putObject("error").put("message", why).put("type", "invalid_request_error");
        send(exchange, status, answer);
    }

    private static void send(HttpExchange exchange, int status, ObjectNode answer) throws IOException {
        var bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
