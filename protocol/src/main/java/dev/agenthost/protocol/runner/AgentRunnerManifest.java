package dev.agenthost.protocol.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A runner's typed manifest (spec 000 §4.2).
 *
 * @param id {@code plugin:author/name/runner}; the host compares it with the one it computes
 * @param name the runner's name within its plugin
 * @param label by language, for instance {@code en_US}
 * @param configSchema the form of the binding's configuration
 * @param metadata for display and diagnosis only
 */
public record AgentRunnerManifest(
        String id,
        String name,
        Map<String, String> label,
        @Nullable Map<String, String> description,
        AgentRunnerCapabilities capabilities,
        AgentRunnerPermissions permissions,
        List<JsonNode> configSchema,
        ObjectNode metadata) {
    public AgentRunnerManifest {
        Fields.text(id, "id");
        Fields.text(name, "name");
        label = Fields.map(Fields.required(label, "label"));
        description = description == null ? null : Fields.map(description);
        capabilities = Fields.or(capabilities, AgentRunnerCapabilities.none());
        permissions = Fields.or(permissions, AgentRunnerPermissions.none());
        configSchema = Fields.list(configSchema, "config_schema");
        metadata = Fields.object(metadata);
    }
}
