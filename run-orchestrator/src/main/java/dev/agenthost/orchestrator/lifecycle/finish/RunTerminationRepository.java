package dev.agenthost.orchestrator.lifecycle.finish;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Stores the ends of runs. */
public interface RunTerminationRepository {
    /** A stored terminal record that is not marked as published, and the run's runner. */
    record Unpublished(ResultRecord terminal, String runnerId) {}

    /**
     * Stores each end whose run still has the expected state. Returns, in order, true if the end is stored, by this call or by an
     * earlier one whose result was lost.
     */
    Uni<List<Boolean>> store(List<RunTermination> ends);

    /**
     * Marks ends as published, releases the turns, ends the runs whose messages were steered, and claims the next runs that fit into
     * the reservation. A repetition does nothing.
     */
    Uni<TurnRelease> mark(List<PublishedTermination> published, Incarnation owner, SlotReservation reservation);

    /** Claims stored records that have been unmarked for too long, each for some seconds. */
    Uni<List<Unpublished>> unpublished(int most);
}
