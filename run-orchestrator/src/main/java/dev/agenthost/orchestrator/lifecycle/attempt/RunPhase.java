package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Phase of one attempt of a run on the replica that claimed it; {@link RunMachine} has the diagram. */
public sealed interface RunPhase {
    /** The replica has claimed the run and has not called the executor yet. */
    record Starting() implements RunPhase {}

    /** The executor runs it; results are published as they arrive. */
    record Streaming() implements RunPhase {}

    /**
     * The outcome is known, and the runner's later items are ignored. The machine waits for the record and the touch commit that are under
     * way; then it decides between an end and a retry.
     *
     * @param stoppedBy the host's reason for stopping the run; null if the runner or the wire ended it
     * @param closing results that close open messages
     */
    record Stopping(ExecutionOutcome outcome, @Nullable FailureCode stoppedBy, List<ResultPayload> closing)
            implements RunPhase {}

    /** The outcome is final; buffered results are published until the rest fits into the terminal record. */
    record Draining(ExecutionOutcome outcome, @Nullable FailureCode stoppedBy) implements RunPhase {}

    /** The repository stores the terminal result, or puts the run back into the queue. */
    record Finishing(@Nullable FailureCode stoppedBy) implements RunPhase {}

    /**
     * This replica no longer holds the run.
     *
     * @param settled true if the repository knows that; false leaves the run to a sweep
     * @param cause the command that a sweep applies to a run that is not settled
     * @param stoppedBy the host's reason for stopping the run; null without one
     */
    record Released(
            boolean settled, RunCommand cause, @Nullable FailureCode stoppedBy) implements RunPhase {}

    /** Returns true while results are accepted. */
    default boolean isOpen() {
        return this instanceof Starting || this instanceof Streaming;
    }

    /** Returns the host's reason for stopping the run; null without one. */
    default @Nullable FailureCode stoppedBy() {
        return null;
    }
}
