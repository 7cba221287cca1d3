package dev.agenthost.delivery.adapter;

import dev.agenthost.protocol.delivery.OutboundTyping;
import io.smallrye.mutiny.Uni;

/** Where adapters learn that an agent begins to work. */
public interface TypingTopic {
    /** Publishes it, once. Answers soon, and never fails: whether the broker has it. */
    Uni<Boolean> publish(String adapter, String conversationKey, OutboundTyping typing);
}
