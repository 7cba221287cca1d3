package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.delivery.OutboundTyping;
import io.smallrye.mutiny.Uni;

/** Publishes typing records, which notify adapters that an agent begins to work. */
public interface TypingProducer {
    /** Publishes the record once. Completes soon and never fails; true if the broker has the record. */
    Uni<Boolean> publish(String adapter, String conversationKey, OutboundTyping typing);
}
