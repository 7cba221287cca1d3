package dev.agenthost.delivery.surface.slack;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.delivery.surface.calls.BotCalls;
import dev.agenthost.delivery.surface.calls.BotPart;
import dev.agenthost.delivery.surface.calls.BotRate;
import dev.agenthost.delivery.surface.calls.CallSequence;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.im.slack.calls.SlackCall;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.im.slack.rendering.SlackRenderer;
import dev.agenthost.im.slack.rendering.SlackRendering;
import dev.agenthost.im.slack.rendering.SlackTarget;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Shows complete parts in channels of Slack. The calls follow from the stored bytes of the part, so any replica continues where one
 * stopped.
 */
public final class SlackSurface implements Surface<Destination.Bot> {
    private final SlackBots bots;
    private final SendRepository sends;
    private final PreviewRepository previews;
    private final CallRateLimiter limiter;

    public SlackSurface(SlackBots bots, SendRepository sends, PreviewRepository previews, CallRateLimiter limiter) {
        this.bots = bots;
        this.sends = sends;
        this.previews = previews;
        this.limiter = limiter;
    }

    /** Each file may take the time of an upload. */
    @Override
    public Duration allowance(ClaimedSend claimed) {
        return BotPart.allowance(claimed, bots.uploads().map(SlackFileCaller::limit));
    }

    @Override
    public Uni<SurfaceCallResult> call(ClaimedSend claimed, Destination.Bot to, BooleanSupplier holdsClaim) {
        return BotCalls.make(
                bots.of(to), bots::app, claimed, (bot, app) -> makeCalls(bot, app, claimed, to, holdsClaim));
    }

    private Uni<SurfaceCallResult> makeCalls(
            BotRegistration bot, SlackApp app, ClaimedSend claimed, Destination.Bot to, BooleanSupplier holdsClaim) {
        OutboundReply part = BotPart.of(claimed);
        return switch (SlackRenderer.render(part)) {
            case SlackRendering.NotSendable(String why) -> BotCalls.refused(RejectionCode.BOT_NO_CHAT, why);
            case SlackRendering.Calls(SlackTarget target, List<SlackCall> calls) -> {
                BotRate rate = SlackRates.messages(limiter, to.endpoint(), target.channel());
                SlackCaller caller = new SlackCaller(bots, app, sends, rate, claimed, target, part);
                CallSequence<SlackCall> sequence =
                        new CallSequence<>(sends, caller, InterruptedCalls.of(bot), claimed, holdsClaim);
                yield new SlackPart(previews, caller, sequence, claimed.send().key(), target.channel()).make(calls);
            }
        };
    }
}
