package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Effect that a {@link RunMachine} asks for; {@link RunLifecycle} performs effects in order. */
sealed interface RunEffect {
    /** Calls the executor; it answers with results and an outcome. */
    record Execute() implements RunEffect {}

    /** Hands an input to the machine after a delay. */
    record After(Duration delay, RunInput input) implements RunEffect {}

    /** Publishes a record, with retries; answered by {@link RunInput.Published}. */
    record Publish(ResultRecord record) implements RunEffect {}

    /** Commits that the run has an effect, once; answered by {@link RunInput.TouchCommitted} or {@link RunInput.TouchFailed}. */
    record CommitTouch(RunState.Running untouched) implements RunEffect {}

    /** @param granted false if the run may have no effect any more */
    record AnswerTouch(UniEmitter<? super Boolean> caller, boolean granted) implements RunEffect {}

    record FailTouch(UniEmitter<? super Boolean> caller, Throwable why) implements RunEffect {}

    /** Lets the executor hand on more results. */
    record Resume(UniEmitter<? super Void> executor) implements RunEffect {}

    /** Tells the runner, where its wire can, that the host ends the run. */
    record CancelExecution(FailureCode code) implements RunEffect {}

    /** Stops the intake of results; answered by {@link RunInput.Sealed}. */
    record Seal() implements RunEffect {}

    /** Closes the execution: its run id is refused from now on. */
    record CloseExecution() implements RunEffect {}

    /** Stores and publishes the terminal result, with retries; answered by {@link RunInput.Stored}. */
    record Finish(RunTermination termination) implements RunEffect {}

    /** Puts the run back into the queue, with retries; answered by {@link RunInput.Requeued}. */
    record GiveBack(RunDecision.Requeue how, RunState.Running held) implements RunEffect {}

    /** Makes context-store refuse late writes of this attempt. Best effort. */
    record Fence() implements RunEffect {}

    /** Removes the run from this replica. The last effect of a run but {@link Fence}. */
    record Release(RunPhase.Released how) implements RunEffect {}

    record Log(Level level, String what, String why) implements RunEffect {}
}
