package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.result.DroppedEffect;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items taken out of a run's inbox at once: results to hand on, then at most one effect or the ending.
 *
 * @param dropped results that would have had an effect
 * @param closedByRunner the ending is a result's or the stream's, which closes what is open itself
 */
public record InboxBatch(
        List<PendingResult> results,
        ResultDecision.@Nullable Applies effect,
        @Nullable ExecutionOutcome ending,
        boolean closedByRunner,
        List<DroppedEffect> dropped,
        List<String> warnings) {
    public boolean isEmpty() {
        return results.isEmpty() && effect == null && ending == null;
    }
}
