package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Stores admitted runs. */
public interface AdmissionRepository {
    /**
     * Admits in order, and claims at once where there is reservation, the turn has come and nothing of the runner is queued. Answers in order; a
     * run that is refused as data does not affect the others. Fails when the database is unavailable: a repetition of the call is harmless.
     *
     * @param advances moves of applied offsets, which happen in the transaction of the last run unless a run is refused
     */
    Uni<List<AdmissionOutcome>> admit(
            List<Admission> batch, Incarnation owner, SlotReservation reservation, List<OffsetAdvance> advances);
}
