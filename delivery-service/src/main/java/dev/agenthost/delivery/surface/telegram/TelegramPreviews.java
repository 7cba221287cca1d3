package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.preview.Preview;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.telegram.rendering.TelegramTarget;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.OutboundDelta;
import java.util.Optional;

/** The previews at Telegram: drafts in private chats, a message that is edited in groups and channels. */
public record TelegramPreviews(TelegramBots bots, RecordedPreviews messages, CallRateLimiter limiter)
        implements PreviewPlatform {

    @Override
    public Optional<Preview<?>> open(String botId, OutboundDelta first) {
        TelegramTarget target = TelegramTarget.of(first.replyTarget());
        return target == null
                ? Optional.empty()
                : bots.callerOf(botId, first.workspaceId())
                        .map(bot -> target.isPrivate()
                                ? DraftPreview.of(bot, target, first)
                                : messages.of(first, new GroupPreviewCalls(bot, target, gate(botId))));
    }

    private ChatGate gate(String botId) {
        return new ChatGate(limiter, new Destination.Bot(BotPlatform.TELEGRAM, botId).endpoint());
    }
}
