package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.failure.FailureCode;
import java.time.Duration;

/** What becomes of a run. */
public sealed interface Decision {
    /**
     * Back into the queue.
     *
     * @param pause before it may be claimed again
     * @param freshLimit whether its time in the queue begins anew
     * @param heldUpBy the failure it ends with when the queue's limit passes
     */
    record Requeue(RunState.Queued next, Duration pause, boolean freshLimit, FailureCode heldUpBy)
            implements Decision {}

    /** It ends as {@code run.failed} of this code. */
    record End(RunState.Ended next, FailureCode code) implements Decision {}

    /** Nothing: it has ended, or this does not concern it. */
    record Nothing() implements Decision {}
}
