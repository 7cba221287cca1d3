package dev.agenthost.walk.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.agenthost.testkit.plugin.PluginRecording;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares our frames with the recorded ones, field by field: every recorded field exists, with the recorded JSON type (except
 * null).
 */
public final class RecordedSession {

    /** Objects whose keys are data, not fields of the wire. */
    private static final Set<String> FREE = Set.of(
            ".data.context.context.available_apis", ".data.context.runtime.metadata", ".data.context.adapter.extra");

    private RecordedSession() {}

    public static void assertSameShape(RecordedPlugin plugin) {
        for (String action : new String[] {"initialize_plugin", "get_plugin_container", "run_agent"}) {
            var theirs = PluginRecording.fromHost(action);
            var ours = request(plugin.fromHost(), action);
            var found = fields("", ours);
            fields("", theirs).forEach((field, type) -> {
                assertThat(found).as("the recorded %s has the field", action).containsKey(field);
                var same =
                        type == JsonNodeType.NULL || found.get(field) == JsonNodeType.NULL || found.get(field) == type;
                assertThat(same)
                        .as("%s of %s is %s, recorded %s", field, action, found.get(field), type)
                        .isTrue();
            });
        }
        // The answer to get_langbot_version: the first answer to a request of the plugin after register_plugin.
        assertThat(plugin.fromHost())
                .anyMatch(frame -> frame.path("code").asInt(-1) == 0
                        && frame.path("data").has("version")
                        && frame.path("message").asText().equals("success")
                        && frame.path("chunk_status").asText().equals("continue"));
    }

    private static JsonNode request(Iterable<JsonNode> frames, String action) {
        for (JsonNode frame : frames) {
            if (frame.path("action").asText().equals(action)) {
                return frame;
            }
        }
        throw new AssertionError("no " + action);
    }

    /** Paths of all fields with their JSON types, except the tenant envelope that only a shared runtime has. */
    private static Map<String, JsonNodeType> fields(String path, JsonNode node) {
        var fields = new TreeMap<String, JsonNodeType>();
        if (node.isObject() && !FREE.contains(path)) {
            node.properties().forEach(entry -> {
                var field = path + "." + entry.getKey();
                if (!field.equals(".context")) {
                    fields.put(field, entry.getValue().getNodeType());
                    fields.putAll(fields(field, entry.getValue()));
                }
            });
        }
        return fields;
    }
}
