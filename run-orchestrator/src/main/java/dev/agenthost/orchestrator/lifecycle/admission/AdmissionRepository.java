package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Stores admitted runs. */
public interface AdmissionRepository {
    /**
     * Admits runs in order, and claims a run at once if it has its turn, a slot is reserved for it and no run of the runner is queued.
     * Returns the outcomes in order; a run whose data the database refuses does not affect the others. Fails when the database is unavailable: a repetition of the call is harmless.
     */
    Uni<List<AdmissionOutcome>> admit(List<Admission> batch, Incarnation owner, SlotReservation reservation);
}
