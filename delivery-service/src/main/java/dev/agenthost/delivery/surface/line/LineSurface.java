package dev.agenthost.delivery.surface.line;

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
import dev.agenthost.im.line.calls.LineCall;
import dev.agenthost.im.line.client.LineApp;
import dev.agenthost.im.line.rendering.LineRenderer;
import dev.agenthost.im.line.rendering.LineRendering;
import dev.agenthost.im.line.rendering.LineTarget;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Shows complete parts in chats of LINE, whose messages cannot be edited: there are no previews. The calls follow from the stored bytes of
 * the part, so any replica continues where one stopped.
 */
public final class LineSurface implements Surface<Destination.Bot> {
    private final LineBots bots;
    private final SendRepository sends;
    private final CallRateLimiter limiter;

    public LineSurface(LineBots bots, SendRepository sends, CallRateLimiter limiter) {
        this.bots = bots;
        this.sends = sends;
        this.limiter = limiter;
    }

    @Override
    public Uni<SurfaceCallResult> call(ClaimedSend claimed, Destination.Bot to, BooleanSupplier holdsClaim) {
        return BotCalls.make(
                bots.of(to), bots::app, claimed, (bot, app) -> makeCalls(bot, app, claimed, to, holdsClaim));
    }

    private Uni<SurfaceCallResult> makeCalls(
            BotRegistration bot, LineApp app, ClaimedSend claimed, Destination.Bot to, BooleanSupplier holdsClaim) {
        return switch (LineRenderer.render(BotPart.of(claimed))) {
            case LineRendering.NotSendable(String why) -> BotCalls.refused(RejectionCode.BOT_NO_CHAT, why);
            case LineRendering.Calls(LineTarget target, List<LineCall> calls) -> {
                BotRate rate = LineRates.pushes(limiter, to.endpoint(), target.to());
                LineCaller caller = new LineCaller(bots.client(), app, rate, claimed);
                yield new CallSequence<>(sends, caller, InterruptedCalls.of(bot), claimed, holdsClaim).run(calls);
            }
        };
    }
}
