package dev.agenthost.orchestrator.lifecycle.admission;

import dev.agenthost.orchestrator.flowcontrol.SlotDemand;
import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.flowcontrol.SlotReservations;
import dev.agenthost.orchestrator.lifecycle.ActiveRuns;
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

/** Admits run requests and sets going what follows. */
public final class AdmissionService {
    private final AdmissionRepository ledger;
    private final SlotReservations places;
    private final LeaseKeeper lease;
    private final ActiveRuns hand;
    private final Finisher finisher;
    private final Claimer claimer;

    public AdmissionService(
            AdmissionRepository ledger,
            SlotReservations places,
            LeaseKeeper lease,
            ActiveRuns hand,
            Finisher finisher,
            Claimer claimer) {
        this.ledger = ledger;
        this.places = places;
        this.lease = lease;
        this.hand = hand;
        this.finisher = finisher;
        this.claimer = claimer;
    }

    /**
     * Admits in order. Answers what became of each; fails while the database is unavailable, and may then be called again.
     *
     * @param advances moves of applied offsets, which happen in the transaction of the last run unless a run is refused
     */
    public Uni<List<AdmissionOutcome>> admit(List<Admission> batch, List<OffsetAdvance> advances) {
        Map<SlotDemand, Integer> wanted = new HashMap<>();
        batch.forEach(admission -> wanted.merge(
                new SlotDemand(admission.runnerId(), admission.key().workspaceId()), 1, Integer::sum));
        SlotReservation room = lease.mayAct() ? places.take(wanted) : SlotReservation.NONE;
        Incarnation owner = lease.incarnation();
        return ledger.admit(batch, owner, room, advances)
                .invoke(answers -> answers.forEach(answer -> follow(answer, owner)))
                .onTermination()
                .invoke(() -> places.giveBack(room));
    }

    private void follow(AdmissionOutcome answer, Incarnation owner) {
        switch (answer) {
            case AdmissionOutcome.Claimed claimed -> hand.start(claimed.run(), owner);
            case AdmissionOutcome.Ended ended -> {
                Admission.GivenEnd end = ended.end();
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
