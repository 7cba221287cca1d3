package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import java.util.List;

/**
 * Output of a {@link StreamMachine}: results and an outcome, which the run's machine takes in the same step, and effects to perform.
 * Results are the last output of their step.
 */
sealed interface StreamOutput permits StreamOutput.Results, StreamOutput.Ended, RunEffect.StreamEffect {
    /** Validated results, in order, whose effects are applied; answered by {@link RunInput.StreamInput.Delivered}. */
    record Results(List<PendingResult> results) implements StreamOutput {}

    /** The stream has its outcome, once, after its results. */
    record Ended(ExecutionOutcome outcome) implements StreamOutput {}
}
