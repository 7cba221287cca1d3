package dev.agenthost.orchestrator.erasure;

import dev.agenthost.protocol.store.ErasedEvent;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Erases what is stored of the runs of erased events. Every method fails if the database is unavailable. */
public interface RunDataRepository {
    /** Returns the last event that was stored; {@code answers} is false. */
    Uni<Optional<ErasedEvent>> last();

    /** Stores erased events, and the last one of them as the position in their order. A repetition changes nothing. */
    Uni<Void> store(List<ErasedEvent> events);

    /**
     * Erases the data of stored events whose runs have ended; the others are due again a minute later.
     *
     * @param most events that are looked at
     * @return the number of events that were looked at
     */
    Uni<Integer> erase(int most);
}
