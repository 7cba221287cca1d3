package dev.agenthost.delivery.surface.onebot;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.RejectionCode;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.delivery.surface.calls.BotCalls;
import dev.agenthost.delivery.surface.calls.BotPart;
import dev.agenthost.delivery.surface.calls.CallSequence;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.im.onebot.calls.OneBotCall;
import dev.agenthost.im.onebot.rendering.OneBotRenderer;
import dev.agenthost.im.onebot.rendering.OneBotRendering;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Shows complete parts in chats by OneBot. The calls follow from the stored bytes of the part, so any replica continues where one stopped. */
public final class OneBotSurface implements Surface<Destination.Bot> {
    private final OneBotBots bots;
    private final SendRepository sends;

    public OneBotSurface(OneBotBots bots, SendRepository sends) {
        this.bots = bots;
        this.sends = sends;
    }

    /** Each file may take the time of its call. */
    @Override
    public Duration allowance(ClaimedSend claimed) {
        return BotPart.allowance(claimed, bots.files().map(OneBotFileCaller::limit));
    }

    @Override
    public Uni<SurfaceCallResult> call(ClaimedSend claimed, Destination.Bot to, BooleanSupplier holdsClaim) {
        return BotCalls.make(bots.of(to), claimed, bot -> makeCalls(bot, claimed, holdsClaim));
    }

    private Uni<SurfaceCallResult> makeCalls(BotRegistration bot, ClaimedSend claimed, BooleanSupplier holdsClaim) {
        Optional<OneBotApi> api = bots.api(bot);
        if (api.isEmpty()) {
            return BotCalls.refused(
                    RejectionCode.BOT_TOKEN_MISSING,
                    "the secret of token is not configured, or there is neither api_url nor agenthost.event-gateway.url");
        }
        OutboundReply part = BotPart.of(claimed);
        return switch (OneBotRenderer.render(part)) {
            case OneBotRendering.NotSendable(String why) -> BotCalls.refused(RejectionCode.BOT_NO_CHAT, why);
            case OneBotRendering.Calls(List<OneBotCall> calls) ->
                new CallSequence<>(
                                sends,
                                new OneBotCaller(api.get(), sends, claimed, part),
                                InterruptedCalls.of(bot),
                                claimed,
                                holdsClaim)
                        .run(calls);
        };
    }
}
