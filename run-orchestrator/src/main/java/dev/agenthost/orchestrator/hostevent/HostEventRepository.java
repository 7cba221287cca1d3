package dev.agenthost.orchestrator.hostevent;

import dev.agenthost.protocol.event.EventEnvelope;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Stores events of the host until Kafka has them. Every method fails if the database is unavailable. */
public interface HostEventRepository {
    /** The most events of one {@link #claimDue()}. */
    int MOST_CLAIMED = 100;

    /** Returns events that are due and not confirmed, for publication by this replica. */
    Uni<List<EventEnvelope>> claimDue();

    /** Records that Kafka has the event. */
    Uni<Void> published(EventEnvelope event);
}
