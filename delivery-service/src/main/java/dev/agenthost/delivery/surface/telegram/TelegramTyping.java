package dev.agenthost.delivery.surface.telegram;

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

    public TelegramTyping(TelegramBots bots) {
        this.bots = bots;
    }

    @Override
    public Uni<Boolean> publish(String botId, String conversationKey, OutboundTyping typing) {
        TelegramTarget target = TelegramTarget.of(typing.replyTarget());
        Optional<BotCaller> caller = bots.callerOf(botId, typing.workspaceId());
        return target == null || caller.isEmpty()
                ? Uni.createFrom().item(false)
                : caller.get()
                        .call(TelegramRenderer.typing(target), () -> true)
                        .map(CallOutcome.Accepted.class::isInstance);
    }
}
