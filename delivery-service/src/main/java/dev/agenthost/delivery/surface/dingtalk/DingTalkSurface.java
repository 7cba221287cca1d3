package dev.agenthost.delivery.surface.dingtalk;

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
import dev.agenthost.delivery.surface.calls.CallSequence;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.delivery.surface.calls.PreviewedPart;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.client.DingTalkApp;
import dev.agenthost.im.dingtalk.rendering.DingTalkRenderer;
import dev.agenthost.im.dingtalk.rendering.DingTalkRendering;
import dev.agenthost.im.dingtalk.rendering.DingTalkTarget;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Shows complete parts in chats of DingTalk. The calls follow from the stored bytes of the part, so any replica continues where one stopped. */
public final class DingTalkSurface implements Surface<Destination.Bot> {
    private final DingTalkBots bots;
    private final SendRepository sends;
    private final PreviewRepository previews;
    private final CallRateLimiter limiter;

    public DingTalkSurface(
            DingTalkBots bots, SendRepository sends, PreviewRepository previews, CallRateLimiter limiter) {
        this.bots = bots;
        this.sends = sends;
        this.previews = previews;
        this.limiter = limiter;
    }

    /** Each file may take the time of an upload. */
    @Override
    public Duration allowance(ClaimedSend claimed) {
        return BotPart.allowance(claimed, bots.uploads().map(DingTalkFileCaller::limit));
    }

    @Override
    public Uni<SurfaceCallResult> call(ClaimedSend claimed, Destination.Bot to, BooleanSupplier holdsClaim) {
        return BotCalls.make(
                bots.of(to), bots::app, claimed, (bot, app) -> makeCalls(bot, app, claimed, to, holdsClaim));
    }

    private Uni<SurfaceCallResult> makeCalls(
            BotRegistration bot, DingTalkApp app, ClaimedSend claimed, Destination.Bot to, BooleanSupplier holdsClaim) {
        OutboundReply part = BotPart.of(claimed);
        return switch (DingTalkRenderer.render(part, app.robot())) {
            case DingTalkRendering.NotSendable(String why) -> BotCalls.refused(RejectionCode.BOT_NO_CHAT, why);
            case DingTalkRendering.Calls(DingTalkTarget target, List<DingTalkCall> calls) -> {
                DingTalkGate gate = new DingTalkGate(limiter, to.endpoint(), target.id());
                DingTalkCaller caller = new DingTalkCaller(bots, app, sends, gate, claimed, part);
                CallSequence<DingTalkCall> sequence =
                        new CallSequence<>(sends, caller, InterruptedCalls.of(bot), claimed, holdsClaim);
                yield new PreviewedPart<>(
                                previews,
                                caller,
                                sequence,
                                claimed.send().key(),
                                new DingTalkCardPart(part, target, app.robot()),
                                holdsClaim)
                        .make(calls);
            }
        };
    }
}
