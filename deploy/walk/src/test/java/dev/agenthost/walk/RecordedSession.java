package dev.agenthost.walk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

/** Our frames beside the recorded ones, field by field: same names, same JSON types, values where they are fixed. */
final class RecordedSession {

    /** Objects whose keys are data, not fields of the wire. */
    private static final Set<String> FREE = Set.of(".data.context.context.available_apis", ".data.context.runtime.metadata", ".data.context.adapter.extra");

    private RecordedSession() {}

    static void assertSameShape(ScriptedPlugin plugin) throws IOException {
        var recorded = ScriptedPlugin.recording().stream()
                .filter(line -> line.path("from").asText().equals("host"))
                .map(line -> line.get("msg"))
                .toList();
        for (String action : new String[] {"initialize_plugin", "get_plugin_container", "run_agent"}) {
            var theirs = request(recorded, action);
            var ours = request(plugin.fromHost(), action);
            var missing = new TreeSet<>(fields("", theirs));
            missing.removeAll(fields("", ours));
            missing.removeIf(field -> field.startsWith(".context"));
            assertThat(missing).as("fields of the recorded %s that ours lacks", action).isEmpty();
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

    /** Paths of all fields with their JSON types; a null or an empty list says nothing of the type. */
    private static Set<String> fields(String path, JsonNode node) {
        var fields = new TreeSet<String>();
        if (node.isObject() && !FREE.contains(path)) {
            node.properties().forEach(entry -> {
                fields.add(path + "." + entry.getKey());
                fields.addAll(fields(path + "." + entry.getKey(), entry.getValue()));
            });
        }
        return fields;
    }
}
