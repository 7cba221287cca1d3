package dev.agenthost.protocol.store;

import dev.agenthost.protocol.error.Fields;
import java.util.List;

/**
 * Erased events.
 *
 * @param items in the order of their erasure; fewer than the limit if there are no more
 */
public record ErasedEventsAnswer(List<ErasedEvent> items) {
    public ErasedEventsAnswer {
        items = Fields.list(items, ErasedEventsQuestion.MAX_LIMIT, "items");
    }
}
