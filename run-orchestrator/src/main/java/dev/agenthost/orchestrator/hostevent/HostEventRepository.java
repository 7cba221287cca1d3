package dev.agenthost.orchestrator.hostevent;

import dev.agenthost.protocol.event.EventEnvelope;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Stores events of the host until Kafka has them. Every method fails if the database is unavailable. */
public interface HostEventRepository {
    /** The most events of one {@link #claimDue()}. */
    int MOST_CLAIMED = 100;

    /**
     * Returns events that are due and not confirmed, for publication by this replica. A response to a question and a timer are held while
     * the run that they continue is active and takes no turn: they would begin beside it, or beside its next attempt.
     */
    Uni<List<EventEnvelope>> claimDue();

    /** Records that Kafka has the event. */
    Uni<Void> published(EventEnvelope event);
}
