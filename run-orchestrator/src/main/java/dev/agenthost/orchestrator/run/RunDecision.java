package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.error.FailureCode;
import java.time.Duration;

/** What becomes of a run. */
public sealed interface RunDecision {
    /**
     * Back into the queue.
     *
     * @param pause before it may be claimed again
     * @param freshLimit whether its time in the queue begins anew
     * @param heldUpBy the failure it ends with when the queue's limit passes
     */
    record Requeue(RunState.Queued next, Duration pause, boolean freshLimit, FailureCode heldUpBy)
            implements RunDecision {}

    /** It ends as {@code run.failed} of this code. */
    record End(RunState.Ended next, FailureCode code) implements RunDecision {}

    /** Nothing: it has ended, or this does not concern it. */
    record Nothing() implements RunDecision {}
}
