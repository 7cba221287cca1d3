package dev.agenthost.protocol.runner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.CanonicalJson;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A runner as {@code agent.runners} carries it, under its id: what it says of itself, as of its last connection. The latest record counts;
 * a record without a value says that nobody has seen it for a long time.
 *
 * @param label by language
 * @param configSchema the form of its configuration
 * @param generation of the SDK that it is made with: {@code runner-sdk}, {@code specification}, {@code 0.4} or {@code later}
 * @param workspaces whose runs it may take, or {@code *}: of all its connections together
 */
public record KnownRunner(
        RunnerId runnerId,
        Map<String, String> label,
        @Nullable Map<String, String> description,
        AgentRunnerCapabilities capabilities,
        AgentRunnerPermissions permissions,
        List<JsonNode> configSchema,
        String generation,
        List<String> workspaces) {
    /** Every workspace. */
    public static final String ANY = "*";

    public KnownRunner {
        Fields.required(runnerId, "runner_id");
        label = Fields.map(Fields.required(label, "label"));
        description = description == null ? null : Fields.map(description);
        capabilities = Fields.or(capabilities, AgentRunnerCapabilities.none());
        permissions = Fields.or(permissions, AgentRunnerPermissions.none());
        configSchema = Fields.list(configSchema, "config_schema");
        Fields.text(generation, "generation");
        workspaces = Fields.list(workspaces, "workspaces");
    }

    /** What a manifest says, and where it comes from. */
    public static KnownRunner of(
            RunnerId id, AgentRunnerManifest manifest, String generation, List<String> workspaces) {
        return new KnownRunner(
                id,
                manifest.label(),
                manifest.description(),
                manifest.capabilities(),
                manifest.permissions(),
                manifest.configSchema(),
                generation,
                workspaces);
    }

    public boolean mayServe(String workspaceId) {
        return workspaces.contains(ANY) || workspaces.contains(workspaceId);
    }

    /** The key of its record. */
    public String recordKey() {
        return runnerId.toString();
    }

    /** Equal for equal runners, whoever saw them. */
    public String sha256() {
        return CanonicalJson.sha256(ProtocolCodec.tree(this));
    }
}
