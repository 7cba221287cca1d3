package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.lifecycle.finish.Finisher;
import dev.agenthost.orchestrator.lifecycle.finish.RunFence;
import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.result.ResultProducer;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunRepository;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.platform.kafka.RetryLoop;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import java.util.function.BooleanSupplier;

/** Writes the decisions about a run to Kafka, the repository and context-store. */
public final class RunWriter {
    private final ResultProducer topic;
    private final RunRepository runs;
    private final Finisher finisher;
    private final RunFence fence;
    private final LeaseKeeper lease;

    public RunWriter(ResultProducer topic, RunRepository runs, Finisher finisher, RunFence fence, LeaseKeeper lease) {
        this.topic = topic;
        this.runs = runs;
        this.finisher = finisher;
        this.fence = fence;
        this.lease = lease;
    }

    /** Returns true if the lease of that incarnation is current. */
    boolean mayActAs(Incarnation owner) {
        return lease.mayActAs(owner);
    }

    /** Publishes a record, with retries for as long as the run is held. */
    Uni<RecordPosition> publish(ResultRecord record, Incarnation owner, BooleanSupplier isHeld) {
        return RetryLoop.call(
                () -> topic.publish(record, () -> lease.mayActAs(owner)), failure -> isHeld.getAsBoolean());
    }

    /** Commits that the run has an effect. Returns false if the repository does not show this attempt as held by this replica. */
    Uni<Boolean> touch(RunKey key, RunState.Running untouched) {
        return runs.touch(key, untouched);
    }

    /** Stores and publishes the terminal result, with retries. Returns false if another attempt or an end is stored. */
    Uni<Boolean> finish(RunTermination termination) {
        return finisher.finish(termination);
    }

    /** Puts the run back into the queue, with retries for as long as the run is held. */
    Uni<Boolean> requeue(RunKey key, RunState.Running held, RunDecision.Requeue how, BooleanSupplier isHeld) {
        return RetryLoop.call(() -> runs.requeue(key, held, how), failure -> isHeld.getAsBoolean());
    }

    /** Makes context-store refuse late writes of that attempt. */
    Uni<Void> fence(RunKey key, int attempt) {
        return fence.end(key, attempt);
    }
}
