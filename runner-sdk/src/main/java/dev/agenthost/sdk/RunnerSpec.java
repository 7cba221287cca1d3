package dev.agenthost.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The description of a runner: name, texts for people, capabilities (spec 000 §4.3), the maximum of its permissions (§4.4) and the form
 * of its configuration. Immutable; each method returns a changed copy.
 *
 * @param label by language, for instance {@code en_US}
 * @param configSchema form items
 */
public record RunnerSpec(
        String name,
        Map<String, String> label,
        Map<String, String> description,
        AgentRunnerCapabilities capabilities,
        AgentRunnerPermissions permissions,
        List<JsonNode> configSchema) {
    public RunnerSpec {
        Fields.text(name, "name");
        label = Fields.map(label);
        description = Fields.map(description);
        configSchema = Fields.list(configSchema, "config_schema");
    }

    /** A runner that streams, ends when it is cancelled, and requests no permissions. */
    public static RunnerSpec named(String name) {
        return new RunnerSpec(
                name,
                Map.of("en_US", name),
                Map.of(),
                AgentRunnerCapabilities.of(Map.of("streaming", true, "interrupt", true)),
                AgentRunnerPermissions.none(),
                List.of());
    }

    /** Sets the label and description for people, in English. */
    public RunnerSpec described(String label, String description) {
        return new RunnerSpec(
                name, Map.of("en_US", label), Map.of("en_US", description), capabilities, permissions, configSchema);
    }

    /**
     * Sets all capabilities, by the specification's names, for instance {@code streaming}. The host does not notify a runner
     * without {@code interrupt} of a cancellation.
     */
    public RunnerSpec capabilities(String... names) {
        Map<String, @Nullable Boolean> keys = new LinkedHashMap<>();
        for (String key : names) {
            keys.put(key, true);
        }
        return new RunnerSpec(name, label, description, AgentRunnerCapabilities.of(keys), permissions, configSchema);
    }

    /** Sets all permissions that it requests, by the specification's keys, for instance {@code history → [page]}. */
    public RunnerSpec permissions(Map<String, List<String>> keys) {
        return new RunnerSpec(
                name,
                label,
                description,
                capabilities,
                AgentRunnerPermissions.of(new LinkedHashMap<>(keys)),
                configSchema);
    }

    /** Adds an item to the form of its configuration. */
    public RunnerSpec config(JsonNode item) {
        List<JsonNode> items = new ArrayList<>(configSchema);
        items.add(item);
        return new RunnerSpec(name, label, description, capabilities, permissions, items);
    }
}
