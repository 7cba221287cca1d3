package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.orchestrator.flowcontrol.SlotDemand;
import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.flowcontrol.SlotReservations;
import dev.agenthost.orchestrator.lifecycle.ActiveRuns;
import dev.agenthost.orchestrator.lifecycle.CancellationRepository;
import dev.agenthost.orchestrator.lifecycle.Claimer;
import dev.agenthost.orchestrator.lifecycle.finish.FailedRunLog;
import dev.agenthost.orchestrator.lifecycle.finish.Finisher;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseKeeper;
import io.smallrye.mutiny.Uni;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Admits run requests, starts the claimed runs and publishes the ended ones. */
public final class AdmissionService {
    private final AdmissionRepository repository;
    private final CancellationRepository cancellations;
    private final SlotReservations reservations;
    private final LeaseKeeper lease;
    private final ActiveRuns activeRuns;
    private final Finisher finisher;
    private final Claimer claimer;

    public AdmissionService(
            AdmissionRepository repository,
            CancellationRepository cancellations,
            SlotReservations reservations,
            LeaseKeeper lease,
            ActiveRuns activeRuns,
            Finisher finisher,
            Claimer claimer) {
        this.repository = repository;
        this.cancellations = cancellations;
        this.reservations = reservations;
        this.lease = lease;
        this.activeRuns = activeRuns;
        this.finisher = finisher;
        this.claimer = claimer;
    }

    /**
     * Admits in order. Returns the outcome of each; fails while the database is unavailable, and may then be called again.
     *
     * @param advances advances of applied offsets, written in the transaction of the last run unless a run is refused
     */
    public Uni<List<AdmissionOutcome>> admit(List<Admission> batch, List<OffsetAdvance> advances) {
        return cancellations
                .continued(batch.stream()
                        .flatMap(admission -> admission.continued().stream())
                        .toList())
                .chain(() -> admitAll(batch, advances));
    }

    private Uni<List<AdmissionOutcome>> admitAll(List<Admission> batch, List<OffsetAdvance> advances) {
        Map<SlotDemand, Integer> demand = new HashMap<>();
        batch.forEach(admission -> demand.merge(
                new SlotDemand(admission.runnerId(), admission.key().workspaceId()), 1, Integer::sum));
        SlotReservation reservation = lease.mayAct() ? reservations.take(demand) : SlotReservation.NONE;
        Incarnation owner = lease.incarnation();
        return repository
                .admit(batch, owner, reservation, advances)
                .invoke(outcomes -> outcomes.forEach(outcome -> follow(outcome, owner)))
                .onTermination()
                .invoke(() -> reservations.giveBack(reservation));
    }

    private void follow(AdmissionOutcome outcome, Incarnation owner) {
        switch (outcome) {
            case AdmissionOutcome.Claimed claimed -> activeRuns.start(claimed.run(), owner);
            case AdmissionOutcome.Ended ended -> {
                Admission.PresetEnd end = ended.end();
                FailedRunLog.ended(end.terminal().key(), end.attempt(), "", end.outcome());
                finisher.publish(end.terminal(), "");
            }
            case AdmissionOutcome.Queued queued -> claimer.wake();
            case AdmissionOutcome.Waiting waiting -> {}
            case AdmissionOutcome.Repeated repeated -> {}
            case AdmissionOutcome.Refused refused -> {}
        }
    }
}
