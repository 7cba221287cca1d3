package dev.agenthost.delivery.surface.dingtalk;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.preview.Preview;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.dingtalk.rendering.DingTalkTarget;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.OutboundDelta;
import java.util.Optional;

/** The previews at DingTalk: cards that grow. */
public record DingTalkPreviews(DingTalkBots bots, RecordedPreviews messages, CallRateLimiter limiter)
        implements PreviewPlatform {

    @Override
    public Optional<Preview<?>> open(String botId, OutboundDelta first) {
        DingTalkTarget target = DingTalkTarget.of(first.replyTarget());
        return target == null
                ? Optional.empty()
                : bots.appOf(botId, first.workspaceId())
                        .map(app -> messages.of(
                                first,
                                new DingTalkCardCalls(
                                        bots.client(), app, target, gate(botId, target), RecordedPreviews.key(first))));
    }

    private DingTalkGate gate(String botId, DingTalkTarget target) {
        return new DingTalkGate(limiter, new Destination.Bot(BotPlatform.DINGTALK, botId).endpoint(), target.id());
    }
}
