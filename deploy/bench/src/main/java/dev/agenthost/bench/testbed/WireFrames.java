package dev.agenthost.bench.testbed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;

/** Frames of the wire between host and runners, for programs without the SDK. */
public final class WireFrames {
    /** The maximum size of a message. */
    public static final int MAX_BYTES = 16 * 1024 * 1024;

    private static final String AUTHOR = "agenthost";

    private WireFrames() {}

    public static ObjectNode object() {
        return ProtocolCodec.mapper().createObjectNode();
    }

    /** The registration frame of a plugin with one runner, {@code default}. */
    public static String register(String plugin, String key) {
        var data = object();
        data.set("plugin_container", container(plugin));
        data.put("prod_mode", false).put("plugin_debug_key", key).put("registration_capability", "");
        return request(1, "register_plugin", data.put("wire_generation", "specification"));
    }

    /** The plugin's description of itself; it requests no rights. */
    public static ObjectNode container(String plugin) {
        var manifest = manifest("Plugin", plugin);
        manifest.with("metadata").put("author", AUTHOR).put("version", "0.1.0");
        var component = manifest("AgentRunner", "default");
        component.putObject("spec").putObject("capabilities").put("streaming", true);
        var container = object().put("enabled", true).put("status", "initialized");
        container.putObject("manifest").set("manifest", manifest);
        container.putArray("components").addObject().putObject("manifest").set("manifest", component);
        return container;
    }

    private static ObjectNode manifest(String kind, String name) {
        var manifest = object().put("apiVersion", "langbot/v1").put("kind", kind);
        var metadata = manifest.putObject("metadata").put("name", name);
        metadata.putObject("label").put("en_US", name);
        return manifest;
    }

    public static String request(long seqId, String action, ObjectNode data) {
        var frame = object().put("seq_id", seqId).put("action", action);
        frame.set("data", data);
        return frame.toString();
    }

    /** An answer, or one chunk of a stream. */
    public static String success(long seqId, ObjectNode data) {
        return response(seqId, 0, "success", data, "continue");
    }

    /** The end of a stream. */
    public static String end(long seqId) {
        return response(seqId, 0, "success", object(), "end");
    }

    public static String failure(long seqId, String message) {
        return response(seqId, 1, message, object(), "continue");
    }

    private static String response(long seqId, int code, String message, ObjectNode data, String status) {
        var frame = object().put("seq_id", seqId).put("code", code).put("message", message);
        frame.set("data", data);
        return frame.put("chunk_status", status).toString();
    }

    /** A result of a run. */
    public static ObjectNode result(String runId, int sequence, String type, ObjectNode data) {
        var result = object().put("run_id", runId).put("type", type);
        result.set("data", data);
        return result.put("sequence", sequence);
    }
}
