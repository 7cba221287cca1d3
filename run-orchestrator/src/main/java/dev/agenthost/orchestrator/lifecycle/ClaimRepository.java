package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceFairQueue;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Claims of queued runs. */
public interface ClaimRepository {
    /**
     * Claims queued runs that there is room for, while the owner's lease is live: of each workspace the longest queued first, and
     * where several workspaces wait for one pool, in the turns given. One whose time in the queue is over, but which nobody has
     * ended yet, is claimed like any other.
     */
    Uni<List<ClaimedRun>> claim(Incarnation owner, SlotReservation reservation, WorkspaceFairQueue turns);
}
