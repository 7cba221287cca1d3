package dev.agenthost.walk.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** An OpenAI-compatible endpoint that says back what it was asked last, word by word, and keeps what it was asked. */
final class ScriptedModel implements AutoCloseable {
    final List<ObjectNode> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    ScriptedModel() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/chat/completions", this::answer);
        server.start();
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            ObjectNode request = (ObjectNode) FrontDoor.JSON.readTree(exchange.getRequestBody());
            asked.add(request);
            JsonNode messages = request.path("messages");
            String said = "You said: "
                    + messages.get(messages.size() - 1).path("content").asText();
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            for (String word : said.split("(?<= )")) {
                send(exchange, delta(word));
            }
            send(
                    exchange,
                    "{\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4,\"total_tokens\":7}}");
            send(exchange, "[DONE]");
        }
    }

    private static String delta(String word) {
        ObjectNode chunk = FrontDoor.JSON.createObjectNode();
        chunk.putArray("choices")
                .addObject()
                .put("index", 0)
                .putObject("delta")
                .put("role", "assistant")
                .put("content", word);
        return chunk.toString();
    }

    private static void send(HttpExchange exchange, String data) throws IOException {
        exchange.getResponseBody().write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
