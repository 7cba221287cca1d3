package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.FileChunk;
import dev.agenthost.protocol.hostapi.FileKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * LangBot's runtime as its host sees it, with plugins under the test's control. It refuses what the real one refuses, in
 * its words: the order of the start-up, strict settings that stay, envelopes, the workspace it is pinned to, 128 requests at once.
 */
public final class ScriptedRuntime {
    public static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> POLICY =
            Set.of("max_cpus", "max_memory_mb", "max_pids", "max_open_files", "max_file_size_mb");
    private static final Set<String> BINDING = Set.of(
            "instance_uuid",
            "workspace_uuid",
            "placement_generation",
            "installation_uuid",
            "runtime_revision",
            "artifact_digest");
    /** The calls on which the runtime does not name the plugin. */
    private static final Set<String> UNSIGNED = Set.of("retrieve_knowledge_base", "get_langbot_version");

    /** One frame out, and the end of the socket. */
    public interface Socket {
        void send(String text);

        void close(int code);
    }

    private final boolean later;
    private final Map<String, List<JsonNode>> folder = new LinkedHashMap<>();
    private final Map<String, byte[]> icons = new HashMap<>();
    private final Map<String, String> versions = new HashMap<>();
    private final Map<String, JsonNode> installed = new LinkedHashMap<>();
    private final Map<String, JsonNode> bindings = new HashMap<>();
    /** The host's requests on all connections, in their order. */
    public final List<JsonNode> asked = new CopyOnWriteArrayList<>();
    /** The breaches that a real runtime would not have accepted silently, though it answers. */
    public final List<String> breaches = new CopyOnWriteArrayList<>();

    public final BlockingQueue<Run> runs = new LinkedBlockingQueue<>();
    private JsonNode frozen;
    private String pinned;
    private Peer control;
    private int connections;
    private int seqId = 17_640;
    private boolean deaf;
    private boolean silentList;
    private volatile String garbled = "";

    /** @param later of 0.5, with envelopes; otherwise of the specification's generation */
    public ScriptedRuntime(boolean later) {
        this.later = later;
    }

    /** A plugin in its folder; started when the host comes. */
    public synchronized ScriptedRuntime plugin(String author, String name, JsonNode... entries) {
        folder.put(author + "/" + name, List.of(entries));
        return this;
    }

    /** The plugin shows this from now on. */
    public synchronized ScriptedRuntime icon(String plugin, byte[] picture) {
        icons.put(plugin, picture);
        return this;
    }

    /** The manifest of the plugin names this version from now on. */
    public synchronized ScriptedRuntime version(String plugin, String version) {
        versions.put(plugin, version);
        return this;
    }

    /** As {@code list_agent_runners} answers it. */
    public static ObjectNode entry(String author, String name, String runner) {
        ObjectNode entry = JSON.createObjectNode();
        entry.put("plugin_author", author).put("plugin_name", name).put("runner_name", runner);
        entry.putObject("runner_description");
        ObjectNode manifest = entry.putObject("manifest");
        manifest.put("id", "plugin:" + author + "/" + name + "/" + runner).put("name", runner);
        manifest.putObject("label").put("en_US", "Scripted");
        manifest.putNull("description");
        manifest.putObject("capabilities").put("streaming", true).put("interrupt", true);
        ObjectNode permissions = manifest.putObject("permissions");
        permissions.putArray("history").add("page");
        permissions.putArray("models");
        manifest.putArray("config_schema");
        manifest.putObject("metadata").put("plugin_author", author);
        return entry;
    }

    /** A second control connection supersedes the first. */
    public synchronized Peer connected(Socket socket) {
        Peer before = control;
        control = new Peer(socket);
        connections++;
        if (before != null) {
            before.socket.close(1000);
        }
        return control;
    }

    public synchronized int connections() {
        return connections;
    }

    public synchronized Peer control() {
        return control;
    }

    /** Answers nothing any more, though its socket is there. */
    public synchronized void deafen() {
        deaf = true;
    }

    /** Its plugins never come up. */
    public synchronized ScriptedRuntime listsNothing() {
        silentList = true;
        return this;
    }

    /** Answers this action with what no JSON is, from now on; "" for none. */
    public ScriptedRuntime garbles(String action) {
        garbled = action;
        return this;
    }

    /** Starts a plugin that lay there all the time. */
    public void start(String plugin) {
        control().launch(plugin);
    }

    public Run nextRun() {
        try {
            Run run = runs.poll(20, TimeUnit.SECONDS);
            if (run == null) {
                throw new AssertionError("no run came");
            }
            return run;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public List<JsonNode> asked(String action) {
        return asked.stream()
                .filter(frame -> frame.path("action").asText().equals(action))
                .toList();
    }

    public static JsonNode tree(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** One control connection. */
    public final class Peer {
        private final Socket socket;
        private final Map<Integer, java.util.concurrent.CompletableFuture<JsonNode>> open =
                new java.util.concurrent.ConcurrentHashMap<>();
        private final Set<Long> theirs = new HashSet<>();
        private boolean configured;

        Peer(Socket socket) {
            this.socket = socket;
        }

        public void received(String text) {
            JsonNode frame = tree(text);
            if (deaf) {
                return;
            }
            if (frame.has("code")) {
                var waiting = open.remove(frame.path("seq_id").intValue());
                if (waiting != null) {
                    waiting.complete(frame);
                }
                return;
            }
            asked.add(frame);
            frame.fieldNames().forEachRemaining(name -> {
                if (!Set.of("seq_id", "action", "data", "context").contains(name)
                        || frame.get(name).isNull()) {
                    breaches.add("a frame has " + name);
                }
            });
            long number = frame.path("seq_id").longValue();
            synchronized (ScriptedRuntime.this) {
                if (theirs.size() >= 128) {
                    fail(number, "Runtime connection is busy (max 128 concurrent actions)");
                    return;
                }
                theirs.add(number);
            }
            String refused = refusal(frame);
            if (refused != null) {
                fail(number, "ValueError: " + refused);
                return;
            }
            if (frame.path("action").asText().equals(garbled)) {
                done(number);
                socket.send("{\"seq_id\":" + number + ",\"code\":0,\"data\":{]}");
                return;
            }
            serve(frame, number);
        }

        private String refusal(JsonNode frame) {
            String action = frame.path("action").asText();
            JsonNode context = frame.path("context");
            if (!later) {
                return context.isMissingNode() ? null : "Unexpected field context";
            }
            switch (action) {
                case "__ping" -> {
                    return context.isMissingNode() ? null : "PING does not accept tenant context";
                }
                case "set_runtime_config" -> {
                    return context.isMissingNode()
                            ? config(frame.path("data"))
                            : "SET_RUNTIME_CONFIG does not accept tenant context";
                }
                default -> {
                    if (!configured) {
                        return "SET_RUNTIME_CONFIG must complete before control actions";
                    }
                    return binding(action, context);
                }
            }
        }

        private String config(JsonNode data) {
            if (!names(data)
                            .equals(new TreeSet<>(Set.of(
                                    "runtime_identity", "worker_policy", "runtime_profile", "cloud_service_url")))
                    || !names(data.path("runtime_identity"))
                            .equals(new TreeSet<>(Set.of("instance_uuid", "runtime_id")))
                    || !POLICY.containsAll(names(data.path("worker_policy")))) {
                return "1 validation error: extra inputs are not permitted";
            }
            JsonNode policy = data.path("worker_policy");
            if (!policy.path("max_cpus").isFloatingPointNumber()
                    || !policy.path("max_memory_mb").isIntegralNumber()
                    || !policy.path("max_pids").isIntegralNumber()) {
                return "1 validation error: wrong kind of number";
            }
            synchronized (ScriptedRuntime.this) {
                if (frozen != null && !frozen.equals(data)) {
                    return "Plugin Runtime identity cannot be rebound";
                }
                frozen = data;
            }
            configured = true;
            return null;
        }

        private String binding(String action, JsonNode context) {
            if (!names(context).equals(new TreeSet<>(BINDING))
                    || !context.path("artifact_digest").asText().matches("[0-9a-f]{64}")
                    || !context.path("runtime_revision").isIntegralNumber()) {
                return action + " requires a complete InstallationBinding context";
            }
            synchronized (ScriptedRuntime.this) {
                if (!context.path("instance_uuid").equals(frozen.at("/runtime_identity/instance_uuid"))) {
                    return "Installation binding does not match Runtime instance";
                }
                String workspace = context.path("workspace_uuid").asText();
                if (pinned != null && !pinned.equals(workspace)) {
                    return "Legacy PluginManager cannot dispatch another Workspace safely";
                }
                pinned = workspace;
                JsonNode known =
                        bindings.putIfAbsent(context.path("installation_uuid").asText(), context);
                return known == null || known.equals(context) ? null : "installation binding is frozen";
            }
        }

        private void serve(JsonNode frame, long number) {
            switch (frame.path("action").asText()) {
                case "__ping" -> answer(number, JSON.createObjectNode().put("message", "pong"));
                case "set_runtime_config" -> answer(number, JSON.createObjectNode());
                case "list_plugins" -> {
                    ObjectNode plugins = JSON.createObjectNode();
                    ArrayNode containers = plugins.putArray("plugins");
                    synchronized (ScriptedRuntime.this) {
                        installed.keySet().forEach(plugin -> containers.add(container(plugin)));
                    }
                    answer(number, plugins);
                    if (!silentList) {
                        List.copyOf(folder.keySet()).forEach(this::launch);
                    }
                }
                case "list_agent_runners" -> {
                    ObjectNode list = JSON.createObjectNode();
                    ArrayNode runners = list.putArray("runners");
                    synchronized (ScriptedRuntime.this) {
                        installed.keySet().forEach(plugin -> folder.getOrDefault(plugin, List.of())
                                .forEach(runners::add));
                    }
                    answer(number, list);
                }
                case "run_agent" -> run(frame, number);
                case "get_plugin_icon" -> icon(frame.path("data"), number);
                default ->
                    fail(number, "ValueError: Action " + frame.path("action").asText() + " not found");
            }
        }

        private ObjectNode container(String plugin) {
            ObjectNode container = JSON.createObjectNode();
            ObjectNode metadata = container
                    .putObject("manifest")
                    .put("owner", "builtin")
                    .putObject("manifest")
                    .putObject("metadata");
            metadata.put("author", plugin.split("/")[0]).put("name", plugin.split("/")[1]);
            if (versions.containsKey(plugin)) {
                metadata.put("version", versions.get(plugin));
            }
            return container;
        }

        /** First the file, each piece after the answer to the one before; then its key. */
        private void icon(JsonNode data, long number) {
            byte[] picture = icons.get(data.path("plugin_author").asText() + "/"
                    + data.path("plugin_name").asText());
            if (picture == null) {
                fail(number, "ValueError: Invalid file transfer key");
                return;
            }
            FileKey key = FileKey.of(picture, UUID.randomUUID());
            var sent = java.util.concurrent.CompletableFuture.<JsonNode>completedFuture(null);
            for (FileChunk piece : FileChunk.split(key, picture)) {
                sent = sent.thenCompose(before -> ask(FileChunk.ACTION, piece.write(), context(null)));
            }
            sent.thenAccept(last -> {
                ObjectNode answer = JSON.createObjectNode();
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
            runs.add(new Run(this, number, data));
        }

        /** Registers with the settings that the host answers, where they name an installation. */
        private void launch(String plugin) {
            synchronized (ScriptedRuntime.this) {
                if (installed.containsKey(plugin)) {
                    return;
                }
            }
            ObjectNode data = JSON.createObjectNode();
            data.put("plugin_author", plugin.split("/")[0]).put("plugin_name", plugin.split("/")[1]);
            ask("get_plugin_settings", data, context(null)).thenAccept(answer -> {
                JsonNode settings = answer.path("data");
                if (settings.path("enabled").asBoolean()
                        && (!later
                                || !settings.path("installation_uuid")
                                        .asText("")
                                        .isEmpty())) {
                    synchronized (ScriptedRuntime.this) {
                        installed.put(plugin, settings);
                    }
                }
            });
        }

        public JsonNode settingsOf(String plugin) {
            synchronized (ScriptedRuntime.this) {
                return installed.get(plugin);
            }
        }

        private ObjectNode context(String installation) {
            if (!later) {
                return null;
            }
            ObjectNode context = JSON.createObjectNode();
            context.set("instance_uuid", frozen.at("/runtime_identity/instance_uuid"));
            context.put("workspace_uuid", pinned).put("placement_generation", 1);
            if (installation != null) {
                context.put("installation_uuid", installation);
            }
            return context;
        }

        /** The runtime asks; answers with the host's whole frame. */
        public java.util.concurrent.CompletableFuture<JsonNode> ask(String action, JsonNode data, JsonNode context) {
            var answer = new java.util.concurrent.CompletableFuture<JsonNode>();
            ObjectNode frame = JSON.createObjectNode();
            synchronized (ScriptedRuntime.this) {
                open.put(++seqId, answer);
                frame.put("seq_id", seqId);
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
                    JSON.createObjectNode(),
                    "continue");
        }

        private void done(long number) {
            synchronized (ScriptedRuntime.this) {
                theirs.remove(number);
            }
        }

        void frame(long number, int code, String message, JsonNode data, String status) {
            ObjectNode frame = JSON.createObjectNode();
            frame.put("seq_id", number)
                    .put("code", code)
                    .put("message", message)
                    .set("data", data);
            socket.send(frame.put("chunk_status", status).toString());
        }

        public void drop() {
            socket.close(1001);
        }
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** A run on a plugin behind the runtime. */
    public final class Run {
        private final Peer peer;
        private final long number;
        public final JsonNode data;
        private int sequence;

        Run(Peer peer, long number, JsonNode data) {
            this.peer = peer;
            this.number = number;
            this.data = data;
        }

        public String plugin() {
            return data.path("plugin_author").asText() + "/"
                    + data.path("plugin_name").asText();
        }

        public String runId() {
            return data.at("/context/run_id").asText();
        }

        /** Sends a result with the runtime's own sequence, not the plugin's. */
        public Run result(String type, JsonNode payload) {
            ObjectNode result = JSON.createObjectNode();
            result.put("run_id", runId()).put("type", type).set("data", payload);
            result.putNull("usage").put("sequence", ++sequence).putNull("timestamp");
            peer.frame(number, 0, "success", result, "continue");
            return this;
        }

        public Run result(String type, String payload) {
            return result(type, tree(payload));
        }

        public void end() {
            peer.done(number);
            peer.frame(number, 0, "success", JSON.createObjectNode(), "end");
        }

        public void fail(String message) {
            peer.fail(number, message);
        }

        /** Returns the plugin's answer: the data, or the host's error as text only. */
        public JsonNode call(String action, String args) {
            ObjectNode call = tree(args).deepCopy();
            if (!action.equals("get_langbot_version")) {
                call.put("run_id", runId());
            }
            if (!UNSIGNED.contains(action)) {
                call.put("caller_plugin_identity", plugin());
            }
            JsonNode settings = peer.settingsOf(plugin());
            return rewrapped(peer.ask(
                    action,
                    call,
                    peer.context(settings.path("installation_uuid").asText())));
        }

        /** As another plugin of the same runtime, or with an envelope of the test's making. */
        public JsonNode callAs(String caller, String action, String args, JsonNode context) {
            ObjectNode call = tree(args).deepCopy();
            call.put("run_id", runId());
            if (caller != null) {
                call.put("caller_plugin_identity", caller);
            }
            return rewrapped(peer.ask(action, call, context));
        }

        private JsonNode rewrapped(java.util.concurrent.CompletableFuture<JsonNode> asked) {
            JsonNode answer;
            try {
                answer = asked.get(20, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError("the host did not answer", e);
            }
            if (answer.path("code").intValue() == 0) {
                return answer.path("data");
            }
            ObjectNode error = JSON.createObjectNode();
            error.put("code", "host.action_error")
                    .put("message", "ActionCallError: " + answer.path("message").asText());
            return error.put("retryable", false);
        }
    }

    /** The host's requests before the first list of runners that was not empty, without later lists. */
    public List<JsonNode> startUp() {
        List<JsonNode> frames = new ArrayList<>();
        for (JsonNode frame : asked) {
            frames.add(frame);
            if (frame.path("action").asText().equals("list_agent_runners")) {
                break;
            }
        }
        return frames;
    }
}
