package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** One frame out, and the end of the socket. */
    public interface Socket {
        void send(String text);

        void close(int code);
    }

    final RuntimeFrameRules rules;
    final Map<String, List<JsonNode>> folder = new LinkedHashMap<>();
    final Map<String, byte[]> icons = new HashMap<>();
    final Map<String, String> versions = new HashMap<>();
    final Map<String, JsonNode> installed = new LinkedHashMap<>();
    /** The host's requests on all connections, in their order. */
    public final List<JsonNode> asked = new CopyOnWriteArrayList<>();
    /** The breaches that a real runtime would not have accepted silently, though it answers. */
    public final List<String> breaches = new CopyOnWriteArrayList<>();

    public final BlockingQueue<RuntimeRun> runs = new LinkedBlockingQueue<>();
    private RuntimePeer control;
    private int connections;
    int seqId = 17_640;
    boolean deaf;
    boolean silentList;
    volatile String garbled = "";

    /** @param later of 0.5, with envelopes; otherwise of the specification's generation */
    public ScriptedRuntime(boolean later) {
        rules = new RuntimeFrameRules(later);
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
    public synchronized RuntimePeer connected(Socket socket) {
        RuntimePeer before = control;
        control = new RuntimePeer(this, socket);
        connections++;
        if (before != null) {
            before.supersede();
        }
        return control;
    }

    public synchronized int connections() {
        return connections;
    }

    public synchronized RuntimePeer control() {
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

    public RuntimeRun nextRun() {
        try {
            RuntimeRun run = runs.poll(20, TimeUnit.SECONDS);
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
