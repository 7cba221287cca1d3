package dev.agenthost.walk.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A LangBot plugin process as its SDK behaves when it dials a host itself: it registers with the recorded container, answers
 * the host's start-up questions with the recorded answers, and plays the recorded results for each run.
 */
public final class ScriptedPlugin implements WebSocket.Listener, AutoCloseable {

    private final List<JsonNode> recorded;
    private final List<JsonNode> fromHost = new CopyOnWriteArrayList<>();
    private final AtomicInteger seq = new AtomicInteger(62101);
    private final StringBuilder partial = new StringBuilder();
    private final CompletableFuture<Void> initialized = new CompletableFuture<>();
    private CompletableFuture<WebSocket> sent = CompletableFuture.completedFuture(null);
    private final WebSocket socket;

    /** Dials the host as {@code DEBUG_RUNTIME_WS_URL} with {@code PLUGIN_DEBUG_KEY} would. */
    public ScriptedPlugin(String address, String key) throws IOException {
        recorded = recording();
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address), this)
                .join();
        ObjectNode register = message("plugin", "register_plugin").deepCopy();
        register.put("seq_id", seq.getAndIncrement());
        ((ObjectNode) register.get("data")).put("plugin_debug_key", key);
        send(register);
    }

    public static List<JsonNode> recording() throws IOException {
        try (var in = ScriptedPlugin.class.getResourceAsStream("/recorded/direct.jsonl")) {
            var lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
            return lines.map(line -> {
                        try {
                            return FrontDoor.JSON.readTree(line);
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .toList();
        }
    }

    /** The recorded request of that action. */
    public ObjectNode message(String from, String action) {
        return recorded.stream()
                .filter(line -> line.path("from").asText().equals(from))
                .map(line -> (ObjectNode) line.get("msg"))
                .filter(message -> message.path("action").asText().equals(action))
                .findFirst()
                .orElseThrow();
    }

    /** Requests and answers that the host sent, in order. */
    public List<JsonNode> fromHost() {
        return List.copyOf(fromHost);
    }

    public CompletableFuture<Void> initialized() {
        return initialized;
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            try {
                take((ObjectNode) FrontDoor.JSON.readTree(partial.toString()));
            } catch (IOException e) {
                initialized.completeExceptionally(e);
            }
            partial.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
        initialized.completeExceptionally(new IOException("closed by the host: " + code + " " + reason));
        return null;
    }

    private void take(ObjectNode frame) {
        fromHost.add(frame);
        switch (frame.path("action").asText()) {
            case "initialize_plugin" -> answer(frame, FrontDoor.JSON.createObjectNode(), "continue");
            case "get_plugin_container" -> {
                answer(frame, container(), "continue");
                initialized.complete(null);
            }
            case "run_agent" -> play(frame);
            case "__ping" -> answer(frame, FrontDoor.JSON.createObjectNode().put("pong", "pong"), "continue");
            default -> {}
        }
    }

    private JsonNode container() {
        return recorded.stream()
                .map(line -> line.get("msg"))
                .filter(message -> message.path("data").path("status").asText().equals("initialized"))
                .findFirst()
                .orElseThrow()
                .get("data");
    }

    /** Sends the recorded results, under the run's own id, and between them a message that repeats the input. */
    private void play(ObjectNode request) {
        var context = request.path("data").path("context");
        ObjectNode version = message("plugin", "get_langbot_version").deepCopy();
        send(version.put("seq_id", seq.getAndIncrement()));
        for (JsonNode line : recorded) {
            var message = line.get("msg");
            var type = message.path("data").path("type").asText();
            if (type.isEmpty()) {
                continue;
            }
            if (type.equals("run.completed")) {
                ObjectNode said = FrontDoor.JSON.createObjectNode();
                said.put("run_id", context.path("run_id").asText()).put("type", "message.completed");
                said.putObject("data")
                        .putObject("message")
                        .put("role", "assistant")
                        .put(
                                "content",
                                "plugin heard: "
                                        + context.path("input").path("text").asText());
                answer(request, said, "continue");
            }
            ObjectNode result = message.get("data").deepCopy();
            result.put("run_id", context.path("run_id").asText());
            result.remove("sequence");
            answer(request, result, "continue");
        }
        answer(request, FrontDoor.JSON.createObjectNode(), "end");
    }

    /** Sends a request to the host, permitted or not. */
    public void ask(String action, ObjectNode data) {
        send(FrontDoor.JSON
                .createObjectNode()
                .put("seq_id", seq.getAndIncrement())
                .put("action", action)
                .set("data", data));
    }

    private void answer(ObjectNode request, JsonNode data, String status) {
        send(FrontDoor.JSON
                .createObjectNode()
                .put("seq_id", request.path("seq_id").asLong())
                .put("code", 0)
                .put("message", "success")
                .put("chunk_status", status)
                .set("data", data));
    }

    private synchronized void send(JsonNode frame) {
        sent = sent.thenCompose(ignored -> socket().sendText(frame.toString(), true));
    }

    private WebSocket socket() {
        return socket;
    }

    @Override
    public void close() {
        socket.abort();
    }
}
