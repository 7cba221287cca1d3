package dev.agenthost.orchestrator.run;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.Executor;

/** Receives the results of an execution. */
public interface ResultSink {
    /**
     * Validated results in order, ready to publish but unnumbered, their side effects applied. The answer completes when
     * there is room for more; it never fails. What comes after the run ended is dropped.
     */
    Uni<Void> results(List<PendingResult> results);

    /**
     * Executes the steps of the run one at a time. A step runs to completion: what it hands to the sink is applied before the next step of
     * another thread.
     */
    Executor mailbox();

    /** The last word of the execution, exactly once, after the results before it. */
    void ended(ExecutionOutcome ending);
}
