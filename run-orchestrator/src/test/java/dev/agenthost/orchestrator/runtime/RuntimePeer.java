package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.FileChunk;
import dev.agenthost.protocol.hostapi.FileKey;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** One control connection. */
public final class RuntimePeer {
    private final ScriptedRuntime runtime;
    private final ScriptedRuntime.Socket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();
    private final Set<Long> theirs = new HashSet<>();
    private boolean configured;

    RuntimePeer(ScriptedRuntime runtime, ScriptedRuntime.Socket socket) {
        this.runtime = runtime;
        this.socket = socket;
    }

    public void received(String text) {
        JsonNode frame = ScriptedRuntime.tree(text);
        if (runtime.deaf) {
            return;
        }
        if (frame.has("code")) {
            var waiting = open.remove(frame.path("seq_id").intValue());
            if (waiting != null) {
                waiting.complete(frame);
            }
            return;
        }
        runtime.asked.add(frame);
        frame.fieldNames().forEachRemaining(name -> {
            if (!Set.of("seq_id", "action", "data", "context").contains(name)
                    || frame.get(name).isNull()) {
                runtime.breaches.add("a frame has " + name);
            }
        });
        long number = frame.path("seq_id").longValue();
        synchronized (runtime) {
            if (theirs.size() >= 128) {
                fail(number, "Runtime connection is busy (max 128 concurrent actions)");
                return;
            }
            theirs.add(number);
        }
        String refused = runtime.rules.refusal(frame, configured);
        if (refused != null) {
            fail(number, "ValueError: " + refused);
            return;
        }
        if (frame.path("action").asText().equals("set_runtime_config")) {
            configured = true;
        }
        if (frame.path("action").asText().equals(runtime.garbled)) {
            done(number);
            socket.send("{\"seq_id\":" + number + ",\"code\":0,\"data\":{]}");
            return;
        }
        serve(frame, number);
    }

    private void serve(JsonNode frame, long number) {
        switch (frame.path("action").asText()) {
            case "__ping" ->
                answer(number, ScriptedRuntime.JSON.createObjectNode().put("message", "pong"));
            case "set_runtime_config" -> answer(number, ScriptedRuntime.JSON.createObjectNode());
            case "list_plugins" -> {
                ObjectNode plugins = ScriptedRuntime.JSON.createObjectNode();
                ArrayNode containers = plugins.putArray("plugins");
                synchronized (runtime) {
                    runtime.installed.keySet().forEach(plugin -> containers.add(container(plugin)));
                }
                answer(number, plugins);
                if (!runtime.silentList) {
                    List.copyOf(runtime.folder.keySet()).forEach(this::launch);
                }
            }
            case "list_agent_runners" -> {
                ObjectNode list = ScriptedRuntime.JSON.createObjectNode();
                ArrayNode runners = list.putArray("runners");
                synchronized (runtime) {
                    runtime.installed.keySet().forEach(plugin -> runtime.folder
                            .getOrDefault(plugin, List.of())
                            .forEach(runners::add));
                }
                answer(number, list);
            }
            case "run_agent" -> run(frame, number);
            case "get_plugin_icon" -> icon(frame.path("data"), number);
            default -> fail(number, "ValueError: Action " + frame.path("action").asText() + " not found");
        }
    }

    private ObjectNode container(String plugin) {
        ObjectNode container = ScriptedRuntime.JSON.createObjectNode();
        ObjectNode metadata = container
                .putObject("manifest")
                .put("owner", "builtin")
                .putObject("manifest")
                .putObject("metadata");
        metadata.put("author", plugin.split("/")[0]).put("name", plugin.split("/")[1]);
        if (runtime.versions.containsKey(plugin)) {
            metadata.put("version", runtime.versions.get(plugin));
        }
        return container;
    }

    /** First the file, each piece after the answer to the one before; then its key. */
    private void icon(JsonNode data, long number) {
        byte[] picture = runtime.icons.get(data.path("plugin_author").asText() + "/"
                + data.path("plugin_name").asText());
        if (picture == null) {
            fail(number, "ValueError: Invalid file transfer key");
            return;
        }
        FileKey key = FileKey.of(picture, UUID.randomUUID());
        var sent = CompletableFuture.<JsonNode>completedFuture(null);
        for (FileChunk piece : FileChunk.split(key, picture)) {
            sent = sent.thenCompose(before -> ask(FileChunk.ACTION, piece.write(), context(null)));
        }
        sent.thenAccept(last -> {
            ObjectNode answer = ScriptedRuntime.JSON.createObjectNode();
            answer.put("plugin_icon_file_key", key.value()).put("mime_type", "image/svg+xml");
            answer(number, answer);
        });
    }

    private void run(JsonNode frame, long number) {
        JsonNode data = frame.path("data");
        for (String key : List.of("plugin_author", "plugin_name", "runner_name", "context")) {
            if (!data.has(key)) {
                fail(number, "KeyError: '" + key + "'");
                return;
            }
        }
        runtime.runs.add(new RuntimeRun(this, number, data));
    }

    /** Registers with the settings that the host answers, where they name an installation. */
    void launch(String plugin) {
        synchronized (runtime) {
            if (runtime.installed.containsKey(plugin)) {
                return;
            }
        }
        ObjectNode data = ScriptedRuntime.JSON.createObjectNode();
        data.put("plugin_author", plugin.split("/")[0]).put("plugin_name", plugin.split("/")[1]);
        ask("get_plugin_settings", data, context(null)).thenAccept(answer -> {
            JsonNode settings = answer.path("data");
            if (settings.path("enabled").asBoolean()
                    && (!runtime.rules.later()
                            || !settings.path("installation_uuid").asText("").isEmpty())) {
                synchronized (runtime) {
                    runtime.installed.put(plugin, settings);
                }
            }
        });
    }

    public JsonNode settingsOf(String plugin) {
        synchronized (runtime) {
            return runtime.installed.get(plugin);
        }
    }

    ObjectNode context(String installation) {
        if (!runtime.rules.later()) {
            return null;
        }
        ObjectNode context = ScriptedRuntime.JSON.createObjectNode();
        context.set("instance_uuid", runtime.rules.instance());
        context.put("workspace_uuid", runtime.rules.workspace()).put("placement_generation", 1);
        if (installation != null) {
            context.put("installation_uuid", installation);
        }
        return context;
    }

    /** The runtime asks; answers with the host's whole frame. */
    public CompletableFuture<JsonNode> ask(String action, JsonNode data, JsonNode context) {
        var answer = new CompletableFuture<JsonNode>();
        ObjectNode frame = ScriptedRuntime.JSON.createObjectNode();
        synchronized (runtime) {
            open.put(++runtime.seqId, answer);
            frame.put("seq_id", runtime.seqId);
        }
        frame.put("action", action).set("data", data);
        if (context != null) {
            frame.set("context", context);
        }
        socket.send(frame.toString());
        return answer;
    }

    public void answer(long number, JsonNode data) {
        done(number);
        frame(number, 0, "success", data, "continue");
    }

    void fail(long number, String message) {
        done(number);
        frame(
                number,
                1,
                message.substring(0, Math.min(4096, message.length())),
                ScriptedRuntime.JSON.createObjectNode(),
                "continue");
    }

    void done(long number) {
        synchronized (runtime) {
            theirs.remove(number);
        }
    }

    void frame(long number, int code, String message, JsonNode data, String status) {
        ObjectNode frame = ScriptedRuntime.JSON.createObjectNode();
        frame.put("seq_id", number).put("code", code).put("message", message).set("data", data);
        socket.send(frame.put("chunk_status", status).toString());
    }

    /** Closes this connection, because the host opened another. */
    void supersede() {
        socket.close(1000);
    }

    public void drop() {
        socket.close(1001);
    }
}
