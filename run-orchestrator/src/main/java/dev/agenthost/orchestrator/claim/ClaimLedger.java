package dev.agenthost.orchestrator.claim;

import dev.agenthost.lease.Incarnation;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.room.Room;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Claims of queued runs. */
public interface ClaimLedger {
    /**
     * Claims the longest queued runs that there is room for, while the owner's lease is live. One whose
     * time in the queue is over, but which nobody has ended yet, is claimed like any other.
     */
    Uni<List<ClaimedRun>> claim(Incarnation owner, Room room);
}
