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
 * What a runner says of itself: name, words for people, what it can do (spec 000 §4.3), the most it asks for (§4.4) and the
 * form of its configuration. Immutable; each method gives a changed copy.
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

    /** A runner that streams, ends when it is cancelled, and asks for nothing. */
    public static RunnerSpec named(String name) {
        return new RunnerSpec(
                name,
                Map.of("en_US", name),
                Map.of(),
                AgentRunnerCapabilities.of(Map.of("streaming", true, "interrupt", true)),
                AgentRunnerPermissions.none(),
                List.of());
    }

    /** Words for people, in English. */
    public RunnerSpec described(String label, String description) {
        return new RunnerSpec(
                name, Map.of("en_US", label), Map.of("en_US", description), capabilities, permissions, configSchema);
    }

    /**
     * All that it can do, by the specification's names, for instance {@code streaming}. A runner without {@code interrupt} is not told when
     * its run is cancelled.
     */
    public RunnerSpec capabilities(String... names) {
        Map<String, @Nullable Boolean> keys = new LinkedHashMap<>();
        for (String key : names) {
            keys.put(key, true);
        }
        return new RunnerSpec(name, label, description, AgentRunnerCapabilities.of(keys), permissions, configSchema);
    }

    /** All that it asks for, by the specification's keys, for instance {@code history → [page]}. */
    public RunnerSpec permissions(Map<String, List<String>> keys) {
        return new RunnerSpec(
                name,
                label,
                description,
                capabilities,
                AgentRunnerPermissions.of(new LinkedHashMap<>(keys)),
                configSchema);
    }

    /** One more item of its configuration's form. */
    public RunnerSpec config(JsonNode item) {
        List<JsonNode> items = new ArrayList<>(configSchema);
        items.add(item);
        return new RunnerSpec(name, label, description, capabilities, permissions, items);
    }
}
