package dev.agenthost.delivery.surface.slack;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.preview.Preview;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.im.slack.rendering.SlackTarget;
import dev.agenthost.im.slack.rendering.StreamTarget;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.OutboundDelta;
import java.util.Optional;

/** The previews at Slack: streams in threads, and messages that are edited elsewhere. */
public record SlackPreviews(SlackBots bots, RecordedPreviews messages, CallRateLimiter limiter)
        implements PreviewPlatform {

    @Override
    public Optional<Preview<?>> open(String botId, OutboundDelta first) {
        SlackTarget target = SlackTarget.of(first.replyTarget());
        return target == null
                ? Optional.empty()
                : bots.appOf(botId, first.workspaceId())
                        .map(app -> messages.of(first, calls(botId, app, target, first)));
    }

    private SlackPreviewCalls calls(String botId, SlackApp app, SlackTarget target, OutboundDelta first) {
        String endpoint = new Destination.Bot(BotPlatform.SLACK, botId).endpoint();
        return new SlackPreviewCalls(
                bots.client(),
                app,
                target,
                SlackPreviewRates.of(limiter, endpoint, target.channel()),
                RecordedPreviews.key(first),
                new StreamedPreview(StreamTarget.of(first.replyTarget())));
    }
}
