package dev.agenthost.walk.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.plugin.PluginRecording;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import dev.agenthost.walk.box.FrontDoor;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A LangBot plugin process as its SDK behaves when it dials a host itself: it registers with the recorded container, answers
 * the host's start-up questions with the recorded answers, and plays the recorded results for each run.
 */
public final class RecordedPlugin implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final List<JsonNode> fromHost = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> initialized = new CompletableFuture<>();
    private final ScriptedPlugin plugin;

    /** Dials the host as {@code DEBUG_RUNTIME_WS_URL} with {@code PLUGIN_DEBUG_KEY} would. */
    public RecordedPlugin(String address, String key) {
        plugin = ScriptedPlugin.dial(vertx, URI.create(address).getPort(), Map.of());
        plugin.onFrame(this::take);
        ObjectNode registration = PluginRecording.registration().path("data").deepCopy();
        plugin.ask("register_plugin", registration.put("plugin_debug_key", key));
    }

    /** Requests and answers that the host sent, in order. */
    public List<JsonNode> fromHost() {
        return List.copyOf(fromHost);
    }

    public CompletableFuture<Void> initialized() {
        return initialized;
    }

    /** Sends a request to the host, permitted or not. */
    public void ask(String action, ObjectNode data) {
        plugin.ask(action, data);
    }

    private void take(JsonNode frame) {
        fromHost.add(frame);
        switch (frame.path("action").asText()) {
            case "initialize_plugin" -> plugin.answer(frame, FrontDoor.JSON.createObjectNode());
            case "get_plugin_container" -> {
                plugin.answer(frame, PluginRecording.container());
                initialized.complete(null);
            }
            case "run_agent" -> play(frame);
            case "__ping" ->
                plugin.answer(frame, FrontDoor.JSON.createObjectNode().put("pong", "pong"));
            default -> {}
        }
    }

    /** Sends the recorded results, under the run's own id, and as its message one that repeats the input. */
    private void play(JsonNode request) {
        JsonNode context = request.path("data").path("context");
        plugin.ask("get_langbot_version", FrontDoor.JSON.createObjectNode());
        for (JsonNode frame : PluginRecording.results()) {
            if (frame.path("data").path("type").isTextual()) {
                ObjectNode result = frame.path("data").deepCopy();
                if (result.path("type").asText().equals("message.completed")) {
                    ((ObjectNode) result.at("/data/message"))
                            .put(
                                    "content",
                                    "plugin heard: "
                                            + context.path("input").path("text").asText());
                }
                result.put("run_id", context.path("run_id").asText());
                result.remove("sequence");
                plugin.answer(request, result);
            }
        }
        plugin.end(request);
    }

    @Override
    public void close() {
        plugin.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
