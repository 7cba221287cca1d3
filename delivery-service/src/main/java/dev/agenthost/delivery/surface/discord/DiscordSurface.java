package dev.agenthost.delivery.surface.discord;

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
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.im.discord.rendering.DiscordRenderer;
import dev.agenthost.im.discord.rendering.DiscordRendering;
import dev.agenthost.im.discord.rendering.DiscordTarget;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Shows complete parts in channels of Discord. The calls follow from the stored bytes of the part, so any replica continues where one stopped. */
public final class DiscordSurface implements Surface<Destination.Bot> {
    private final DiscordBots bots;
    private final SendRepository sends;
    private final PreviewRepository previews;
    private final CallRateLimiter limiter;

    public DiscordSurface(DiscordBots bots, SendRepository sends, PreviewRepository previews, CallRateLimiter limiter) {
        this.bots = bots;
        this.sends = sends;
        this.previews = previews;
        this.limiter = limiter;
    }

    /** Each file may take the time of an upload. */
    @Override
    public Duration allowance(ClaimedSend claimed) {
        return BotPart.allowance(claimed, bots.uploads().map(DiscordFileCaller::limit));
    }

    @Override
    public Uni<SurfaceCallResult> call(ClaimedSend claimed, Destination.Bot to, BooleanSupplier holdsClaim) {
        return BotCalls.make(
                bots.of(to), bots::calls, claimed, (bot, ofBot) -> makeCalls(bot, ofBot, claimed, to, holdsClaim));
    }

    private Uni<SurfaceCallResult> makeCalls(
            BotRegistration bot,
            DiscordCalls ofBot,
            ClaimedSend claimed,
            Destination.Bot to,
            BooleanSupplier holdsClaim) {
        OutboundReply part = BotPart.of(claimed);
        return switch (DiscordRenderer.render(part)) {
            case DiscordRendering.NotSendable(String why) -> BotCalls.refused(RejectionCode.BOT_NO_CHAT, why);
            case DiscordRendering.Calls(DiscordTarget target, List<DiscordCall> calls) -> {
                DiscordGate gate = new DiscordGate(limiter, to.endpoint(), target.channel(), bots.buckets());
                DiscordCaller caller = new DiscordCaller(bots, ofBot, sends, gate, claimed, part);
                CallSequence<DiscordCall> sequence =
                        new CallSequence<>(sends, caller, InterruptedCalls.of(bot), claimed, holdsClaim);
                yield new PreviewedPart<>(
                                previews,
                                caller,
                                sequence,
                                claimed.send().key(),
                                new PreviewedMessageForm(target),
                                holdsClaim)
                        .make(calls);
            }
        };
    }
}
