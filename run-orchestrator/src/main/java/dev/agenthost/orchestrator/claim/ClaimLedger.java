package dev.agenthost.orchestrator.claim;

import dev.agenthost.lease.Incarnation;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.room.Room;
import dev.agenthost.orchestrator.room.WorkspaceTurns;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Claims of queued runs. */
public interface ClaimLedger {
    /**
     * Claims queued runs that there is room for, while the owner's lease is live: of each workspace the longest queued first, and
     * where several workspaces wait for one pool, in the turns given. One whose time in the queue is over, but which nobody has
     * ended yet, is claimed like any other.
     */
    Uni<List<ClaimedRun>> claim(Incarnation owner, Room room, WorkspaceTurns turns);
}
