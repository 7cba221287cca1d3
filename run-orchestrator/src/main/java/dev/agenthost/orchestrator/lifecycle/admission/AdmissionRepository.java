package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Stores admitted runs. */
public interface AdmissionRepository {
    /**
     * Admits in order. Claims at once if there is a reservation, the turn has come and no run of the runner is queued. Returns the outcomes
     * in order; a run refused as data does not affect the others. Fails if the database is unavailable; a repeated call is harmless.
     *
     * @param advances moves of applied offsets, which happen in the transaction of the last run unless a run is refused
     */
    Uni<List<AdmissionOutcome>> admit(
            List<Admission> batch, Incarnation owner, SlotReservation reservation, List<OffsetAdvance> advances);
}
