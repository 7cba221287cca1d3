package dev.agenthost.delivery.surface.discord;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.preview.Preview;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.discord.rendering.DiscordTarget;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.OutboundDelta;
import java.util.Optional;

/** The previews at Discord: messages that are edited. */
public record DiscordPreviews(DiscordBots bots, RecordedPreviews messages, CallRateLimiter limiter)
        implements PreviewPlatform {

    @Override
    public Optional<Preview<?>> open(String botId, OutboundDelta first) {
        DiscordTarget target = DiscordTarget.of(first.replyTarget());
        return target == null
                ? Optional.empty()
                : bots.callsOf(botId, first.workspaceId())
                        .map(calls -> messages.of(
                                first,
                                new DiscordPreviewCalls(
                                        calls, target, gate(botId, target), RecordedPreviews.key(first))));
    }

    private DiscordGate gate(String botId, DiscordTarget target) {
        String endpoint = new Destination.Bot(BotPlatform.DISCORD, botId).endpoint();
        return new DiscordGate(limiter, endpoint, target.channel(), bots.buckets());
    }
}
