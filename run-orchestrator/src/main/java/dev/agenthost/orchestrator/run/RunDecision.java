package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.error.FailureCode;
import java.time.Duration;

/** The decision about a run. */
public sealed interface RunDecision {
    /**
     * Requeues the run.
     *
     * @param pause before it may be claimed again
     * @param freshLimit true if its time in the queue starts again
     * @param heldUpBy the failure it ends with when the queue's limit passes
     */
    record Requeue(RunState.Queued next, Duration pause, boolean freshLimit, FailureCode heldUpBy)
            implements RunDecision {}

    /** Ends the run as {@code run.failed} of this code. */
    record End(RunState.Ended next, FailureCode code) implements RunDecision {}

    /** No change: the run has ended, or the command does not concern it. */
    record Nothing() implements RunDecision {}
}
