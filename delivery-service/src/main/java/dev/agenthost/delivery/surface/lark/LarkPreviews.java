package dev.agenthost.delivery.surface.lark;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.preview.Preview;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.lark.rendering.LarkTarget;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.OutboundDelta;
import java.util.Optional;

/** The previews at Lark: cards that are streamed. */
public record LarkPreviews(LarkBots bots, RecordedPreviews messages, CallRateLimiter limiter)
        implements PreviewPlatform {

    @Override
    public Optional<Preview<?>> open(String botId, OutboundDelta first) {
        LarkTarget target = LarkTarget.of(first.replyTarget());
        return target == null
                ? Optional.empty()
                : bots.appOf(botId, first.workspaceId())
                        .map(app -> messages.of(
                                first,
                                new CardPreviewCalls(
                                        bots.client(), app, target, gate(botId, target), RecordedPreviews.key(first))));
    }

    private LarkGate gate(String botId, LarkTarget target) {
        return new LarkGate(limiter, new Destination.Bot(BotPlatform.LARK, botId).endpoint(), target.chatId());
    }
}
