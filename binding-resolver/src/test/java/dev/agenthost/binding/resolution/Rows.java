package dev.agenthost.binding.resolution;

import dev.agenthost.binding.Events;
import dev.agenthost.binding.catalog.BindingSet;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.RecordPosition;

/** Rows of events as the consumer makes them. */
public final class Rows {
    private Rows() {}

    public static ResolutionRow of(EventEnvelope event, BindingSet bindings, long offset) {
        return ResolutionRecords.row(
                event,
                new RecordPosition("agent.events", event.conversationKey().partition(), offset),
                BindingResolver.resolve(event, bindings),
                Events.NOW,
                null);
    }
}
