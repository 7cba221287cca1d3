package dev.agenthost.orchestrator.delegation;

import dev.agenthost.protocol.event.RunLineage;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Counts what delegated runs use, each also for the tasks above it. Every method fails if the database is unavailable. */
public interface BudgetRepository {
    /**
     * Admits a call, and counts it if {@code calls} is not 0.
     *
     * @param calls 1 for the call of a tool or a delegation, 0 for that of a model
     * @return the limit that is used up, of the task or of one above it; nothing is counted then. Empty if the call may be made
     */
    Uni<Optional<BudgetLimit>> take(String workspaceId, RunLineage lineage, int calls);

    /**
     * Adds what a call has used.
     *
     * @param calls -1 returns a counted call that was not made, otherwise 0
     */
    Uni<Void> add(String workspaceId, RunLineage lineage, long tokens, int modelCalls, int calls);
}
