package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Reads runs for runners. */
public interface RunLookup {
    Uni<Optional<RunView>> find(String workspaceId, RunId run);

    /** {@link RunRepository#lastOfChain}. */
    Uni<Optional<RunView>> lastOfChain(String workspaceId, RunId first);

    Uni<List<RunView>> page(RunListQuery question);
}
