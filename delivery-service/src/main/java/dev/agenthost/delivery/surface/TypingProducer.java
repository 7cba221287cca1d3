package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.delivery.OutboundTyping;
import io.smallrye.mutiny.Uni;

/** Notifies adapters, or the chats of bots, that an agent begins to work. */
public interface TypingProducer {
    /** A platform that shows nothing. */
    TypingProducer NONE =
            (receiver, conversationKey, typing) -> Uni.createFrom().item(false);

    /**
     * Makes the notification once. Completes soon and never fails; true if the broker or the platform has it.
     *
     * @param receiver name of the adapter, or id of the bot
     */
    Uni<Boolean> publish(String receiver, String conversationKey, OutboundTyping typing);
}
