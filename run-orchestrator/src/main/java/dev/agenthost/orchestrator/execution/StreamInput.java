package dev.agenthost.orchestrator.execution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.List;

/** Input of a {@link StreamMachine}: an item of the runner, a finished effect, a timer, or a command of the run's lifecycle. */
sealed interface StreamInput {
    /** The grant is stored; the caller is answered with false if the run may not begin any more. */
    record Open(Grant grant, UniEmitter<? super Boolean> caller) implements StreamInput {}

    /** Calls the runner with the context of the run. */
    record Call(ObjectNode context) implements StreamInput {}

    /** The runner was not called: context-store refused the run, or its context fits into no message. */
    record NotCalled(ExecutionOutcome outcome) implements StreamInput {}

    /** @param size characters of the frame that brought the item */
    record Arrived(InboxItem item, int size) implements StreamInput {}

    /** Too many frames wait: those of this run are discarded and the run ends. */
    record Overloaded(String why) implements StreamInput {}

    /** The pause of {@link StreamEffect.Pause} is over. */
    record PauseOver() implements StreamInput {}

    /** The sink has room for more results. */
    record Delivered() implements StreamInput {}

    /** The effect that was under way has an outcome. */
    record Applied(EffectOutcome outcome) implements StreamInput {}

    /** A step has failed by a fault of the host: it ends this run, and no other of its connection. */
    record Fault() implements StreamInput {}

    /** The host ends the run. */
    record Cancel(FailureCode code) implements StreamInput {}

    /** Nothing more is taken from the runner; the caller receives the results that close what is open. */
    record Seal(UniEmitter<? super List<ResultPayload>> caller) implements StreamInput {}

    /** The run has ended or is another's. */
    record Close() implements StreamInput {}
}
