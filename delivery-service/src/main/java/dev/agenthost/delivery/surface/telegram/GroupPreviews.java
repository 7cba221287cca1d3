package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.im.telegram.streaming.ChatCalls;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.OutboundDelta;

/** The previews of groups and channels, recorded in the database for all replicas. */
public record GroupPreviews(PreviewRepository previews, CallRateLimiter limiter, LeaseKeeper lease) {

    PreviewCaller caller(BotCaller bot, String botId, ChatCalls calls, OutboundDelta part) {
        return new GroupPreviewCaller(
                bot,
                calls,
                new ChatGate(limiter, new Destination.Bot(BotPlatform.TELEGRAM, botId).endpoint()),
                previews,
                lease,
                new SendKey(part.workspaceId(), part.runId(), part.part()));
    }
}
