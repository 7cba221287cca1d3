package dev.agenthost.orchestrator.execution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.result.DroppedEffect;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.List;

/** Effect that a {@link StreamMachine} asks for; {@link LiveRun} performs effects in order. */
sealed interface StreamEffect {
    /** Lets the runner call the Host API. */
    record OpenSession(Grant grant) implements StreamEffect {}

    record AnswerOpen(UniEmitter<? super Boolean> caller, boolean opened) implements StreamEffect {}

    /** Sends the context to the runner. */
    record CallRunner(ObjectNode context) implements StreamEffect {}

    /** Hands results to the sink; answered by {@link StreamInput.Delivered}. */
    record Deliver(List<PendingResult> results) implements StreamEffect {}

    /** Applies the effect of a result; answered by {@link StreamInput.Applied}. */
    record Apply(ResultDecision.Applies effect) implements StreamEffect {}

    /** Records a result that was dropped before its effect. */
    record Refuse(DroppedEffect dropped) implements StreamEffect {}

    /** Frames wait no more: their memory is free, and a connection that was paused for them may be read again. */
    record ReleaseFrames(int frames, long characters) implements StreamEffect {}

    /** Counts a frame that came after the end; a connection with too many of them is paused. */
    record CountLate(int size) implements StreamEffect {}

    /** Hands {@link StreamInput.PauseOver} to the machine after a delay. */
    record Pause(Duration delay) implements StreamEffect {}

    record Warn(String what) implements StreamEffect {}

    /** Ends the run with an outcome, once. */
    record End(ExecutionOutcome outcome) implements StreamEffect {}

    /** Refuses Host API calls from now on, and notifies the runner where its wire can. */
    record CancelRunner(FailureCode code) implements StreamEffect {}

    record AnswerSeal(UniEmitter<? super List<ResultPayload>> caller, List<ResultPayload> closing)
            implements StreamEffect {}

    /** Releases the run's share of the memory budget and of the connection. */
    record CloseInbox() implements StreamEffect {}

    /** Refuses the run's id from now on. */
    record CloseSession() implements StreamEffect {}

    /** Leaves the slot of the connection. */
    record LeaveSlot() implements StreamEffect {}
}
