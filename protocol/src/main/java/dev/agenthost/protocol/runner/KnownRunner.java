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
 * A runner in {@code agent.runners}, under its id: its manifest as of its last connection. The latest record counts; a
 * record without a value means that no replica has seen the runner for a long time.
 *
 * @param label by language
 * @param configSchema the form of its configuration
 * @param generation of its SDK: {@code runner-sdk}, {@code specification}, {@code 0.4} or {@code later}
 * @param workspaces whose runs the runner may execute, over all its connections; {@code *} for every workspace
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

    /** Returns the runner with the data of its manifest. */
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

    /** Returns a digest of all fields; equal runners have equal digests on every replica. */
    public String sha256() {
        return CanonicalJson.sha256(ProtocolCodec.tree(this));
    }
}
