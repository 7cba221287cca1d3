package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.protocol.result.ResultPayload;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.List;

/** Input of a {@link RunMachine}: an event of the execution, of a timer, of the ledger, of Kafka, or a command. */
sealed interface RunInput {
    /** Starts the execution. */
    record Begin() implements RunInput {}

    /** Validated results of the runner, in order; their effects are applied. */
    record Results(List<PendingResult> results) implements RunInput {}

    /** The executor waits until there is room for more results. */
    record RoomRequested(UniEmitter<? super Void> executor) implements RunInput {}

    /** The execution has ended; the first outcome counts. */
    record Ended(ExecutionOutcome outcome) implements RunInput {}

    /** Answer to {@link RunEffect.Seal}: the results that close an open message. */
    record Sealed(List<ResultPayload> closing) implements RunInput {}

    /** A command from outside the execution, with its sentence for operators. */
    record Command(RunCommand command, String why) implements RunInput {}

    /** The replica is being stopped. */
    record HostStops() implements RunInput {}

    /** The first record has waited long enough for more results. */
    record FirstRecordDue() implements RunInput {}

    /** A Host API call asks for permission to have an effect; it is answered with true, false or a failure. */
    record TouchRequested(UniEmitter<? super Boolean> caller) implements RunInput {}

    /** @param ours false if the ledger does not show this attempt as held by this replica */
    record TouchCommitted(boolean ours) implements RunInput {}

    /** The ledger could not be reached; the effect has not happened. */
    record TouchFailed(Throwable why) implements RunInput {}

    /** The pause after a failed touch is over. */
    record TouchRetryDue() implements RunInput {}

    /** Kafka has acknowledged the record that was under way. */
    record Published() implements RunInput {}

    /** @param stored false if the ledger does not show this attempt as held by this replica */
    record Stored(boolean stored) implements RunInput {}

    /** @param queued false if the ledger does not show this attempt as held by this replica */
    record Requeued(boolean queued) implements RunInput {}

    /** The lease is current again. */
    record LeaseRenewed() implements RunInput {}

    /** The lease is lost, or this replica claimed a newer attempt. */
    record Dropped() implements RunInput {}

    /** The run has not ended long after its deadline. */
    record Overran() implements RunInput {}
}
