package dev.agenthost.orchestrator.admission;

import dev.agenthost.lease.Incarnation;
import dev.agenthost.orchestrator.room.Room;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Where runs come to be. */
public interface AdmissionLedger {
    /**
     * Admits in order, and claims at once where there is room, the turn has come and nothing of the runner is queued.
     * Answers in order; one that is refused as data keeps no other from being admitted. Fails when the database is away:
     * the same call again does no harm.
     */
    Uni<List<Admitted>> admit(List<Admission> batch, Incarnation owner, Room room);
}
