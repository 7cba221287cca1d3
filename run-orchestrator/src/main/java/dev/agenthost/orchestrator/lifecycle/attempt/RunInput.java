package dev.agenthost.orchestrator.lifecycle.attempt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.subscription.UniEmitter;

/** Input of a {@link RunMachine}: an event of the runner, of a timer, of the repository, of Kafka, or a command. */
public sealed interface RunInput {
    /** Calls the executor. */
    record Begin() implements RunInput {}

    /**
     * A runner is reserved; its stream begins.
     *
     * @param inbox for the items of the runner
     */
    record Reserved(RunnerStream runner, Inbox inbox) implements RunInput {}

    /** No runner could be reserved, or none can be called. */
    record NotReserved(ExecutionOutcome outcome) implements RunInput {}

    /** A command from outside the execution, with its sentence for operators. */
    record Command(RunCommand command, String why) implements RunInput {}

    /** The replica is being stopped. */
    record HostStops() implements RunInput {}

    /** A step has failed by a fault of the host: it ends this run, and no other. */
    record Fault(String why) implements RunInput {}

    /** The first record has waited long enough for more results. */
    record FirstRecordDue() implements RunInput {}

    /** A Host API call requests permission to have an effect; the response is true, false or a failure. */
    record TouchRequested(UniEmitter<? super Boolean> caller) implements RunInput {}

    /** @param ours false if the repository does not show this attempt as held by this replica */
    record TouchCommitted(boolean ours) implements RunInput {}

    /** The repository could not be reached; the effect has not happened. */
    record TouchFailed(Throwable why) implements RunInput {}

    /** The pause after a failed touch is over. */
    record TouchRetryDue() implements RunInput {}

    /** Kafka has acknowledged the record that was under way. */
    record Published() implements RunInput {}

    /** @param stored false if the repository does not show this attempt as held by this replica */
    record Stored(boolean stored) implements RunInput {}

    /** @param queued false if the repository does not show this attempt as held by this replica */
    record Requeued(boolean queued) implements RunInput {}

    /** The lease is current again. */
    record LeaseRenewed() implements RunInput {}

    /** The lease is lost, or this replica claimed a newer attempt. */
    record Dropped() implements RunInput {}

    /** The run has not ended long after its deadline. */
    record Overran() implements RunInput {}

    /** Input of the {@link StreamMachine} within the run's machine. */
    sealed interface StreamInput extends RunInput {
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

        /** The pause of {@link RunEffect.StreamEffect.Pause} is over. */
        record PauseOver() implements StreamInput {}

        /** The effect that was under way has an outcome. */
        record Applied(EffectOutcome outcome) implements StreamInput {}

        /** The run's machine has buffered the results and has room for more. */
        record Delivered() implements StreamInput {}

        /** The stream ends by a fault of the host. */
        record Failed(ExecutionOutcome outcome) implements StreamInput {}

        /** The host ends the run. */
        record Cancel(FailureCode code) implements StreamInput {}

        /** The runner's later items are ignored. */
        record Seal() implements StreamInput {}

        /** The run has ended or is another replica's. */
        record Close() implements StreamInput {}
    }
}
