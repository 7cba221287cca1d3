package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A run on a plugin behind the runtime. */
public final class RuntimeRun {
    /** The calls on which the runtime does not name the plugin. */
    private static final Set<String> UNSIGNED = Set.of("retrieve_knowledge_base", "get_langbot_version");

    private final RuntimePeer peer;
    private final long number;
    public final JsonNode data;
    private int sequence;

    RuntimeRun(RuntimePeer peer, long number, JsonNode data) {
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
    public RuntimeRun result(String type, JsonNode payload) {
        ObjectNode result = ScriptedRuntime.JSON.createObjectNode();
        result.put("run_id", runId()).put("type", type).set("data", payload);
        result.putNull("usage").put("sequence", ++sequence).putNull("timestamp");
        peer.frame(number, 0, "success", result, "continue");
        return this;
    }

    public RuntimeRun result(String type, String payload) {
        return result(type, ScriptedRuntime.tree(payload));
    }

    public void end() {
        peer.done(number);
        peer.frame(number, 0, "success", ScriptedRuntime.JSON.createObjectNode(), "end");
    }

    public void fail(String message) {
        peer.fail(number, message);
    }

    /** Returns the plugin's answer: the data, or the host's error as text only. */
    public JsonNode call(String action, String args) {
        ObjectNode call = ScriptedRuntime.tree(args).deepCopy();
        if (!action.equals("get_langbot_version")) {
            call.put("run_id", runId());
        }
        if (!UNSIGNED.contains(action)) {
            call.put("caller_plugin_identity", plugin());
        }
        JsonNode settings = peer.settingsOf(plugin());
        return rewrapped(peer.ask(
                action, call, peer.context(settings.path("installation_uuid").asText())));
    }

    /** As another plugin of the same runtime, or with an envelope of the test's making. */
    public JsonNode callAs(String caller, String action, String args, JsonNode context) {
        ObjectNode call = ScriptedRuntime.tree(args).deepCopy();
        call.put("run_id", runId());
        if (caller != null) {
            call.put("caller_plugin_identity", caller);
        }
        return rewrapped(peer.ask(action, call, context));
    }

    private JsonNode rewrapped(CompletableFuture<JsonNode> asked) {
        JsonNode answer;
        try {
            answer = asked.get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the host did not answer", e);
        }
        if (answer.path("code").intValue() == 0) {
            return answer.path("data");
        }
        ObjectNode error = ScriptedRuntime.JSON.createObjectNode();
        error.put("code", "host.action_error")
                .put("message", "ActionCallError: " + answer.path("message").asText());
        return error.put("retryable", false);
    }
}
