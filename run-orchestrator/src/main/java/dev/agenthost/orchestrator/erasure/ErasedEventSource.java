package dev.agenthost.orchestrator.erasure;

import dev.agenthost.protocol.store.ErasedEvent;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the events that were erased, of all workspaces. */
public interface ErasedEventSource {
    /**
     * Returns erased events in the order of their erasure, at most {@code limit}. Fails if the source is unavailable.
     *
     * @param last the last event that is known; null from the first one
     */
    Uni<List<ErasedEvent>> after(@Nullable ErasedEvent last, int limit);
}
