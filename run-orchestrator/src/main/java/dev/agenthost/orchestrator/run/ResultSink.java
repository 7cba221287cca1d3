package dev.agenthost.orchestrator.run;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Receives the results of an execution. */
public interface ResultSink {
    /**
     * Validated results in order, ready to publish but unnumbered, their side effects applied. The answer completes when
     * there is room for more; it never fails. What comes after the run ended is dropped.
     */
    Uni<Void> results(List<PendingResult> results);

    /** The last word of the execution, exactly once, after the results before it. */
    void ended(ExecutionOutcome ending);
}
