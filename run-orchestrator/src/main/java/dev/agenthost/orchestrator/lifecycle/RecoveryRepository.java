package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** Finds runs that no replica ends in normal operation. */
public interface RecoveryRepository {
    /** Returns running runs whose owner's lease is dead. */
    Uni<List<StoredRun>> ofDeadOwners(int most);

    /** Returns runs that exceed their queue timeout. */
    Uni<List<StoredRun>> queuedTooLong(int most);

    /**
     * Returns runs queued for two seconds and never started, whose runner is connected to no replica for their workspace.
     *
     * @param grace the least time since its last connection
     */
    Uni<List<StoredRun>> withoutRunner(Duration grace, int most);

    /** Returns runs that are running that long after their deadline, with any owner. */
    Uni<List<StoredRun>> overrun(Duration late, int most);

    /** Runs claimed by this incarnation some seconds ago. The response to the claim of an unknown one was lost. */
    Uni<List<OwnedRun>> claimedBy(Incarnation owner);

    /** A running run. */
    record OwnedRun(RunKey key, RunState.Running state) {}
}
