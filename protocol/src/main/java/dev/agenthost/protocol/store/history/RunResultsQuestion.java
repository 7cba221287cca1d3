package dev.agenthost.protocol.store.history;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.StreamPosition;
import org.jspecify.annotations.Nullable;

/**
 * A page of the results of a run, in the order of their positions: attempt, then sequence. Deltas are not stored.
 *
 * @param after exclusive lower bound
 * @param before exclusive upper bound
 * @param newestFirst reverses the order; false by default
 * @param limit 1 to 100; 50 by default
 */
public record RunResultsQuestion(
        String workspaceId,
        RunId runId,
        @Nullable StreamPosition after,
        @Nullable StreamPosition before,
        Boolean newestFirst,
        Integer limit) {
    public RunResultsQuestion {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        newestFirst = Fields.or(newestFirst, false);
        limit = Fields.or(limit, 50);
        Fields.within(limit, 1, 100, "limit");
    }
}
