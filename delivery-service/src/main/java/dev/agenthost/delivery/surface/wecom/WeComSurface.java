package dev.agenthost.delivery.surface.wecom;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.delivery.surface.calls.BotCalls;
import dev.agenthost.delivery.surface.calls.BotPart;
import dev.agenthost.delivery.surface.calls.BotRate;
import dev.agenthost.delivery.surface.calls.CallSequence;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.im.wecom.calls.WeComCall;
import dev.agenthost.im.wecom.client.WeComApp;
import dev.agenthost.im.wecom.rendering.WeComRenderer;
import dev.agenthost.im.wecom.rendering.WeComRendering;
import dev.agenthost.im.wecom.rendering.WeComTarget;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Shows complete parts to persons at WeCom, whose messages of applications cannot be edited: there are no previews. The calls follow from
 * the stored bytes of the part, so any replica continues where one stopped.
 */
public final class WeComSurface implements Surface<Destination.Bot> {
    private final WeComBots bots;
    private final SendRepository sends;
    private final CallRateLimiter limiter;

    public WeComSurface(WeComBots bots, SendRepository sends, CallRateLimiter limiter) {
        this.bots = bots;
        this.sends = sends;
        this.limiter = limiter;
    }

    /** Each file may take the time of an upload. */
    @Override
    public Duration allowance(ClaimedSend claimed) {
        return BotPart.allowance(claimed, bots.uploads().map(WeComFileCaller::limit));
    }

    @Override
    public Uni<SurfaceCallResult> call(ClaimedSend claimed, Destination.Bot to, BooleanSupplier holdsClaim) {
        return BotCalls.make(
                bots.of(to), bots::app, claimed, (bot, app) -> makeCalls(bot, app, claimed, to, holdsClaim));
    }

    private Uni<SurfaceCallResult> makeCalls(
            BotRegistration bot, WeComApp app, ClaimedSend claimed, Destination.Bot to, BooleanSupplier holdsClaim) {
        OutboundReply part = BotPart.of(claimed);
        return switch (WeComRenderer.render(part)) {
            case WeComRendering.NotSendable(String why) -> BotCalls.refused(RejectionCode.BOT_NO_CHAT, why);
            case WeComRendering.Calls(WeComTarget target, List<WeComCall> calls) -> {
                BotRate rate = WeComRates.messages(limiter, to.endpoint(), target.userId());
                WeComCaller caller = new WeComCaller(bots, app, sends, rate, claimed, part);
                yield new CallSequence<>(sends, caller, InterruptedCalls.of(bot), claimed, holdsClaim).run(calls);
            }
        };
    }
}
