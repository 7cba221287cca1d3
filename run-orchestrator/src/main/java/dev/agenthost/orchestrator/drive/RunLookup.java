package dev.agenthost.orchestrator.drive;

import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** What is known of a run, for {@code run_get}. */
public interface RunLookup {
    Uni<Optional<RunView>> find(String workspaceId, RunId run);
}
