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
     * Claims queued runs within the reservation while the owner's lease is live. In each workspace the longest queued run is first;
     * workspaces that share a pool follow {@code turns}. A run that has exceeded its queue timeout but has not ended is claimed too.
     */
    Uni<List<ClaimedRun>> claim(Incarnation owner, SlotReservation reservation, WorkspaceFairQueue turns);
}
