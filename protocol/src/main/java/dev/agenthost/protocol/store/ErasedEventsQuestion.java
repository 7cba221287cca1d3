package dev.agenthost.protocol.store;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The question for erased events of all workspaces, in the order of their erasure.
 *
 * @param after the last event that is known; null from the first one
 * @param limit most events of the answer, 1 to {@value #MAX_LIMIT}
 */
public record ErasedEventsQuestion(@Nullable ErasedEvent after, int limit) {
    public static final int MAX_LIMIT = 1000;

    public ErasedEventsQuestion {
        Fields.within(limit, 1, MAX_LIMIT, "limit");
    }
}
