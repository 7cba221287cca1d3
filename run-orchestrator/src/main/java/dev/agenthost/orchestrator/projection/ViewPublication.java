package dev.agenthost.orchestrator.projection;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.id.RunId;
import java.time.Instant;

/**
 * The publication of a view. Views of a graph are ordered by the claim of their attempt, and within an attempt by their ordinal.
 *
 * @param runId the run of the host
 * @param originRunId the first run of its chain of continuations
 * @param claimedAt claim of the attempt, on the database's clock
 * @param ordinal number of the result in the attempt, from 1
 */
public record ViewPublication(RunId runId, RunId originRunId, Instant claimedAt, long ordinal) {
    public static ViewPublication of(ClaimedRun run, long ordinal) {
        return new ViewPublication(run.runId(), run.lineage().originRunId(), run.claimedAt(), ordinal);
    }
}
