package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** The end of runs in the ledger. */
public interface RunTerminationRepository {
    /** A stored terminal record that is not marked as published, and the run's runner. */
    record Unpublished(ResultRecord terminal, String runnerId) {}

    /**
     * Stores each end whose run still stands as it says. Answers, in order, whether it is stored, now or by a call before
     * whose answer was lost.
     */
    Uni<List<Boolean>> store(List<RunTermination> ends);

    /**
     * Marks as published, releases the turns, ends what was steered into the runs, and claims those next runs for which there is room. A
     * repetition does nothing.
     */
    Uni<TurnRelease> mark(List<PublishedTermination> published, Incarnation owner, SlotReservation room);

    /** Takes stored records that were left unmarked for too long; each is left alone for some seconds after. */
    Uni<List<Unpublished>> unpublished(int most);
}
