package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Rules by which a runtime refuses frames, in its words: settings that stay, complete envelopes, and one workspace. */
final class RuntimeFrameRules {
    private static final Set<String> POLICY =
            Set.of("max_cpus", "max_memory_mb", "max_pids", "max_open_files", "max_file_size_mb");
    private static final Set<String> BINDING = Set.of(
            "instance_uuid",
            "workspace_uuid",
            "placement_generation",
            "installation_uuid",
            "runtime_revision",
            "artifact_digest");

    private final boolean later;
    private final Map<String, JsonNode> bindings = new HashMap<>();
    private JsonNode frozen;
    private String pinned;

    RuntimeFrameRules(boolean later) {
        this.later = later;
    }

    boolean later() {
        return later;
    }

    synchronized JsonNode instance() {
        return frozen.at("/runtime_identity/instance_uuid");
    }

    synchronized String workspace() {
        return pinned;
    }

    /** The reason for which the runtime refuses this frame; null if it accepts it. */
    synchronized String refusal(JsonNode frame, boolean configured) {
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
                        .equals(new TreeSet<>(
                                Set.of("runtime_identity", "worker_policy", "runtime_profile", "cloud_service_url")))
                || !names(data.path("runtime_identity")).equals(new TreeSet<>(Set.of("instance_uuid", "runtime_id")))
                || !POLICY.containsAll(names(data.path("worker_policy")))) {
            return "1 validation error: extra inputs are not permitted";
        }
        JsonNode policy = data.path("worker_policy");
        if (!policy.path("max_cpus").isFloatingPointNumber()
                || !policy.path("max_memory_mb").isIntegralNumber()
                || !policy.path("max_pids").isIntegralNumber()) {
            return "1 validation error: wrong kind of number";
        }
        if (frozen != null && !frozen.equals(data)) {
            return "Plugin Runtime identity cannot be rebound";
        }
        frozen = data;
        return null;
    }

    private String binding(String action, JsonNode context) {
        if (!names(context).equals(new TreeSet<>(BINDING))
                || !context.path("artifact_digest").asText().matches("[0-9a-f]{64}")
                || !context.path("runtime_revision").isIntegralNumber()) {
            return action + " requires a complete InstallationBinding context";
        }
        if (!context.path("instance_uuid").equals(frozen.at("/runtime_identity/instance_uuid"))) {
            return "Installation binding does not match Runtime instance";
        }
        String workspace = context.path("workspace_uuid").asText();
        if (pinned != null && !pinned.equals(workspace)) {
            return "Legacy PluginManager cannot dispatch another Workspace safely";
        }
        pinned = workspace;
        JsonNode known = bindings.putIfAbsent(context.path("installation_uuid").asText(), context);
        return known == null || known.equals(context) ? null : "installation binding is frozen";
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
