package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.runner.AgentRunnerManifest;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Who is connected anywhere: what every replica answers alike. */
public interface ConnectionBoard {
    /** @param connected connections of all live replicas that may serve the workspace */
    record Entry(AgentRunnerManifest manifest, int connected) {}

    /** The connections of this replica have changed. Never blocks; what cannot be written now is written later. */
    void changed();

    /** By runner id. */
    Uni<List<Entry>> runners(String workspaceId);
}
