package dev.agenthost.walk.box;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/**
 * A platform that honours the idempotency key, as the webhook's contract requires: a repeated key is acknowledged and not shown.
 */
public final class WebhookReceiver implements AutoCloseable {

    /** A message that the platform showed. */
    public record ShownPart(String key, String runId, int part, String kind, String text, String traceparent) {}

    private final HttpServer server;
    private final Map<String, JsonNode> keys = new ConcurrentHashMap<>();
    private final List<ShownPart> shown = new CopyOnWriteArrayList<>();
    private final List<String> differing = new CopyOnWriteArrayList<>();

    public WebhookReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/hook", this::take);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            var key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            JsonNode body = FrontDoor.JSON.readTree(exchange.getRequestBody().readAllBytes());
            var before = keys.putIfAbsent(key, body);
            if (before == null) {
                shown.add(new ShownPart(
                        key,
                        body.path("run_id").asText(),
                        body.path("part").asInt(),
                        body.path("kind").asText(),
                        body.path("text").asText(),
                        String.valueOf(exchange.getRequestHeaders().getFirst("traceparent"))));
            } else if (!before.equals(body)) {
                differing.add(key);
            }
            exchange.sendResponseHeaders(204, -1);
        }
    }

    public List<ShownPart> shown() {
        return List.copyOf(shown);
    }

    public List<ShownPart> shownOf(String runId) {
        return shown.stream().filter(message -> message.runId().equals(runId)).toList();
    }

    /** Waits until the platform shows that text of the run. */
    public void awaitShown(String runId, String text) {
        await("shown: " + text)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(100, MILLISECONDS)
                .until(() ->
                        shownOf(runId).stream().anyMatch(shown -> shown.text().equals(text)));
    }

    /** Keys that were repeated with other bytes: must stay empty. */
    public List<String> differing() {
        return List.copyOf(differing);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
