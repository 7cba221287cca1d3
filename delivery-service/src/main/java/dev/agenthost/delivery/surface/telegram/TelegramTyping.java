package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.TypingProducer;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import dev.agenthost.im.telegram.rendering.TelegramTarget;
import dev.agenthost.protocol.delivery.OutboundTyping;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Shows in chats of Telegram that the bot is typing. */
public final class TelegramTyping implements TypingProducer {
    private final TelegramBots bots;
    private final ConversationGate gate;

    /** @param gate closed for conversations that an operator has taken over */
    public TelegramTyping(TelegramBots bots, ConversationGate gate) {
        this.bots = bots;
        this.gate = gate;
    }

    @Override
    public Uni<Boolean> publish(String botId, String conversationKey, OutboundTyping typing) {
        TelegramTarget target = TelegramTarget.of(typing.replyTarget());
        Optional<BotCaller> caller = bots.callerOf(botId, typing.workspaceId());
        return target == null || caller.isEmpty()
                ? Uni.createFrom().item(false)
                : caller.get()
                        .call(TelegramRenderer.typing(target), () -> gate.mayCall(conversationKey))
                        .map(CallOutcome.Accepted.class::isInstance);
    }
}
