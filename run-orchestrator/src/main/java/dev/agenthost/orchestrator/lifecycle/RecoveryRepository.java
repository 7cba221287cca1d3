package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** Finds runs that no replica ends in the ordinary way. */
public interface RecoveryRepository {
    /** Running, and the lease of their owner is dead. */
    Uni<List<StoredRun>> ofDeadOwners(int most);

    /** Queued for longer than they may be. */
    Uni<List<StoredRun>> queuedTooLong(int most);

    /**
     * Queued for two seconds, never begun, and their runner is connected to no replica for their workspace.
     *
     * @param grace how long ago its last connection must be
     */
    Uni<List<StoredRun>> withoutRunner(Duration grace, int most);

    /** Running, and that far past their deadline, whoever holds them. */
    Uni<List<StoredRun>> overrun(Duration late, int most);

    /** Runs claimed by this incarnation some seconds ago. The response to the claim of an unknown one was lost. */
    Uni<List<Held>> claimedBy(Incarnation owner);

    /** A running run. */
    record Held(RunKey key, RunState.Running state) {}
}
