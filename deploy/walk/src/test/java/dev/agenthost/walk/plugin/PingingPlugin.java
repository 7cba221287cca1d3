package dev.agenthost.walk.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A plugin with the manners of LangBot's SDK 0.5 that never pauses: it answers each run with {@value #INCREMENTS} increments, held by
 * nothing but its socket, and closes the connection with 1011 when a ping has no pong within 20 s.
 */
public final class PingingPlugin implements WebSocket.Listener, AutoCloseable {
    private static final int INCREMENTS = 100_000;
    private static final long PONG_SECONDS = 20;
    /** LangBot's client pings each 20 s; a run of the test may be shorter than that. */
    private static final long PING_SECONDS = 2;

    private final String name;
    private final StringBuilder partial = new StringBuilder();
    private final CompletableFuture<Void> registered = new CompletableFuture<>();
    private final CompletableFuture<String> closed = new CompletableFuture<>();
    private final ScheduledExecutorService pings = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("pings").factory());
    private final WebSocket socket;
    private volatile CompletableFuture<Void> pong = CompletableFuture.completedFuture(null);
    private volatile long latestMillis;

    /** Registers {@code walk/<name>} and returns when the host has read its description. */
    public PingingPlugin(URI host, String key, String name) {
        this.name = name;
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("Authorization", "Bearer " + key)
                .buildAsync(host, this)
                .join();
        ObjectNode register = object().put("seq_id", 1).put("action", "register_plugin");
        ObjectNode data = register.putObject("data");
        data.set("plugin_container", container());
        data.put("prod_mode", false).put("plugin_debug_key", key).put("registration_capability", "");
        send(register);
        registered.orTimeout(60, TimeUnit.SECONDS).join();
        pings.scheduleWithFixedDelay(this::ping, PING_SECONDS, PING_SECONDS, TimeUnit.SECONDS);
    }

    public String runnerId() {
        return "plugin:walk/" + name + "/default";
    }

    /** The whole text of a run. */
    public static String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= INCREMENTS; i++) {
            text.append(i).append(' ');
        }
        return text.toString();
    }

    /** Done with the reason as soon as either side has closed the connection. */
    public CompletableFuture<String> closed() {
        return closed;
    }

    /** The longest time until a pong. */
    public long latestPongMillis() {
        return latestMillis;
    }

    private void ping() {
        long sent = System.nanoTime();
        pong = new CompletableFuture<>();
        socket.sendPing(ByteBuffer.allocate(0)).join();
        try {
            pong.orTimeout(PONG_SECONDS, TimeUnit.SECONDS).join();
            latestMillis = Math.max(latestMillis, (System.nanoTime() - sent) / 1_000_000);
        } catch (RuntimeException late) {
            closed.complete("1011 keepalive ping timeout");
            socket.abort();
            pings.shutdown();
        }
    }

    @Override
    public CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
        pong.complete(null);
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            try {
                take(FrontDoor.JSON.readTree(partial.toString()));
            } catch (IOException noJson) {
                throw new UncheckedIOException(noJson);
            }
            partial.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        closed.complete(code + " " + reason);
        return null;
    }

    private void take(JsonNode frame) {
        switch (frame.path("action").asText()) {
            case "get_plugin_container" -> {
                answer(frame, container(), "continue");
                registered.complete(null);
            }
            case "run_agent" -> Thread.ofVirtual().start(() -> run(frame));
            case "" -> {} // An answer.
            default -> answer(frame, object(), "continue");
        }
    }

    private void run(JsonNode request) {
        String runId = request.at("/data/context/run_id").asText();
        for (int i = 1; i <= INCREMENTS; i++) {
            ObjectNode delta = object();
            delta.putObject("chunk").put("role", "assistant").put("content", i + " ");
            answer(request, result(runId, i, "message.delta", delta), "continue");
        }
        answer(
                request,
                result(runId, INCREMENTS + 1, "run.completed", object().put("finish_reason", "stop")),
                "continue");
        answer(request, object(), "end");
    }

    private static ObjectNode result(String runId, int sequence, String type, ObjectNode data) {
        ObjectNode result = object().put("run_id", runId).put("type", type);
        result.set("data", data);
        return result.put("sequence", sequence);
    }

    private void answer(JsonNode request, ObjectNode data, String status) {
        send(object().put("seq_id", request.path("seq_id").asLong())
                .put("code", 0)
                .put("message", "success")
                .put("chunk_status", status)
                .set("data", data));
    }

    /** Sends a frame; returns when the operating system has accepted it. */
    private synchronized void send(JsonNode frame) {
        if (!closed.isDone()) {
            socket.sendText(frame.toString(), true).join();
        }
    }

    private ObjectNode container() {
        ObjectNode manifest = manifest("Plugin", name);
        ((ObjectNode) manifest.get("metadata")).put("author", "walk").put("version", "0.1.0");
        ObjectNode component = manifest("AgentRunner", "default");
        component.putObject("spec").putObject("capabilities").put("streaming", true);
        ObjectNode container = object().put("enabled", true).put("status", "initialized");
        container.putObject("manifest").set("manifest", manifest);
        container.putArray("components").addObject().putObject("manifest").set("manifest", component);
        return container;
    }

    private static ObjectNode manifest(String kind, String name) {
        ObjectNode manifest = object().put("apiVersion", "langbot/v1").put("kind", kind);
        manifest.putObject("metadata").put("name", name).putObject("label").put("en_US", name);
        return manifest;
    }

    private static ObjectNode object() {
        return FrontDoor.JSON.createObjectNode();
    }

    @Override
    public void close() {
        pings.shutdownNow();
        socket.abort();
    }
}
