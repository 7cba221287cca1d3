package dev.agenthost.binding;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.runner.KnownRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runners as {@code agent.runners} tells of them. */
public final class Runners {
    private Runners() {}

    /** @param form a JSON array */
    public static KnownRunner known(String id, String form, String... workspaces) {
        List<JsonNode> fields = new ArrayList<>();
        try {
            ProtocolCodec.readTree(form).forEach(fields::add);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
        return new KnownRunner(
                RunnerId.parse(id),
                Map.of("en_US", "Helper"),
                null,
                AgentRunnerCapabilities.none(),
                AgentRunnerPermissions.none(),
                fields,
                "later",
                List.of(workspaces));
    }
}
