package dev.agenthost.orchestrator.lifecycle.attempt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.result.DroppedEffect;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Effect that a {@link RunMachine} requests; effects are performed in order. */
public sealed interface RunEffect {
    /** Calls the executor; it responds with {@link RunInput.Reserved} or {@link RunInput.NotReserved}. */
    record Execute() implements RunEffect {}

    /** Lets this runner perform the effects of the stream from now on. */
    record UseRunner(RunnerStream runner) implements RunEffect {}

    /** The first results of the runner are buffered. */
    record FirstResult() implements RunEffect {}

    /** The outcome of the runner, once. */
    record Outcome(ExecutionOutcome outcome) implements RunEffect {}

    /** Hands an input to the machine after a delay. */
    record After(Duration delay, RunInput input) implements RunEffect {}

    /** Publishes a record, with retries; answered by {@link RunInput.Published}. */
    record Publish(ResultRecord record) implements RunEffect {}

    /** Commits that the run has an effect, once; answered by {@link RunInput.TouchCommitted} or {@link RunInput.TouchFailed}. */
    record CommitTouch(RunState.Running untouched) implements RunEffect {}

    /** @param granted false if the run may have no effect any more */
    record AnswerTouch(UniEmitter<? super Boolean> caller, boolean granted) implements RunEffect {}

    record FailTouch(UniEmitter<? super Boolean> caller, Throwable why) implements RunEffect {}

    /** Stores and publishes the terminal result, with retries; answered by {@link RunInput.Stored}. */
    record Finish(RunTermination termination) implements RunEffect {}

    /** Puts the run back into the queue, with retries; answered by {@link RunInput.Requeued}. */
    record GiveBack(RunDecision.Requeue how, RunState.Running held) implements RunEffect {}

    /** Makes context-store refuse late writes of this attempt. Best effort. */
    record Fence() implements RunEffect {}

    /** Removes the run from this replica. The last effect of a run but {@link Fence}. */
    record Release(RunPhase.Released how) implements RunEffect {}

    record Log(Level level, String what, String why) implements RunEffect {}

    /** Effect of the {@link StreamMachine}; the {@link RunnerStream} performs it. */
    sealed interface StreamEffect extends RunEffect, StreamOutput {
        /** Lets the runner call the Host API. */
        record OpenSession(Grant grant) implements StreamEffect {}

        record AnswerOpen(UniEmitter<? super Boolean> caller, boolean opened) implements StreamEffect {}

        /** Sends the context to the runner. */
        record CallRunner(ObjectNode context) implements StreamEffect {}

        /** Applies the effect of a result; answered by {@link RunInput.StreamInput.Applied}. */
        record Apply(ResultDecision.Applies effect) implements StreamEffect {}

        /** Records a result that was dropped before its effect. */
        record Refuse(DroppedEffect dropped) implements StreamEffect {}

        /** Releases frames that no longer wait: their memory is free, and a connection paused for them may be read again. */
        record ReleaseFrames(int frames, long characters) implements StreamEffect {}

        /** Counts a frame that came after the end; a connection with too many of them is paused. */
        record CountLate(int size) implements StreamEffect {}

        /** Hands {@link RunInput.StreamInput.PauseOver} to the machine after a delay. */
        record Pause(Duration delay) implements StreamEffect {}

        record Warn(String what) implements StreamEffect {}

        /** Refuses Host API calls from now on, and notifies the runner if its wire can. */
        record CancelRunner(FailureCode code) implements StreamEffect {}

        /** Releases the run's share of the memory budget and of the connection. */
        record CloseInbox() implements StreamEffect {}

        /** Refuses the run's id from now on. */
        record CloseSession() implements StreamEffect {}

        /** Leaves the slot of the connection. */
        record LeaveSlot() implements StreamEffect {}
    }
}
