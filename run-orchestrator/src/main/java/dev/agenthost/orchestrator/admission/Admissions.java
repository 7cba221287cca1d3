package dev.agenthost.orchestrator.admission;

import dev.agenthost.lease.Incarnation;
import dev.agenthost.lease.LeaseKeeper;
import dev.agenthost.orchestrator.claim.Claimer;
import dev.agenthost.orchestrator.conduct.RunsInHand;
import dev.agenthost.orchestrator.finish.FailedRunLog;
import dev.agenthost.orchestrator.finish.Finisher;
import dev.agenthost.orchestrator.retry.Steadily;
import dev.agenthost.orchestrator.room.Demand;
import dev.agenthost.orchestrator.room.Places;
import dev.agenthost.orchestrator.room.Room;
import io.smallrye.mutiny.Uni;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Admits run requests and sets going what follows. */
public final class Admissions {
    private final AdmissionLedger ledger;
    private final Places places;
    private final LeaseKeeper lease;
    private final RunsInHand hand;
    private final Finisher finisher;
    private final Claimer claimer;

    public Admissions(
            AdmissionLedger ledger,
            Places places,
            LeaseKeeper lease,
            RunsInHand hand,
            Finisher finisher,
            Claimer claimer) {
        this.ledger = ledger;
        this.places = places;
        this.lease = lease;
        this.hand = hand;
        this.finisher = finisher;
        this.claimer = claimer;
    }

    /** Admits in order, however long the database is away. Answers what became of each. */
    public Uni<List<Admitted>> admit(List<Admission> batch) {
        return Steadily.call(() -> once(batch));
    }

    private Uni<List<Admitted>> once(List<Admission> batch) {
        Map<Demand, Integer> wanted = new HashMap<>();
        batch.forEach(admission ->
                wanted.merge(new Demand(admission.runnerId(), admission.key().workspaceId()), 1, Integer::sum));
        Room room = lease.mayAct() ? places.take(wanted) : Room.NONE;
        Incarnation owner = lease.incarnation();
        return ledger.admit(batch, owner, room)
                .invoke(answers -> answers.forEach(answer -> follow(answer, owner)))
                .onTermination()
                .invoke(() -> places.giveBack(room));
    }

    private void follow(Admitted answer, Incarnation owner) {
        switch (answer) {
            case Admitted.Claimed claimed -> hand.start(claimed.run(), owner);
            case Admitted.Ended ended -> {
                Admission.GivenEnd end = ended.end();
                FailedRunLog.ended(end.terminal().key(), end.attempt(), "", end.outcome());
                finisher.publish(end.terminal(), "");
            }
            case Admitted.Queued queued -> claimer.wake();
            case Admitted.Waiting waiting -> {}
            case Admitted.Repeated repeated -> {}
            case Admitted.Refused refused -> {}
        }
    }
}
