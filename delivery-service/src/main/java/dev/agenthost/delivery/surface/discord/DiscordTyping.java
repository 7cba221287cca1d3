package dev.agenthost.delivery.surface.discord;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.TypingProducer;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.im.discord.rendering.DiscordTarget;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.OutboundTyping;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Shows in channels of Discord that the bot is typing, for ten seconds or until its message. */
public final class DiscordTyping implements TypingProducer {
    private final DiscordBots bots;
    private final CallRateLimiter limiter;
    private final ConversationGate open;

    /** @param open closed for conversations that an operator has taken over */
    public DiscordTyping(DiscordBots bots, CallRateLimiter limiter, ConversationGate open) {
        this.bots = bots;
        this.limiter = limiter;
        this.open = open;
    }

    /** A channel in which the bot has just typed, and one whose calls wait, shows nothing. */
    @Override
    public Uni<Boolean> publish(String botId, String conversationKey, OutboundTyping typing) {
        DiscordTarget target = DiscordTarget.of(typing.replyTarget());
        Optional<DiscordCalls> calls = bots.callsOf(botId, typing.workspaceId());
        if (target == null || calls.isEmpty()) {
            return Uni.createFrom().item(false);
        }
        String endpoint = new Destination.Bot(BotPlatform.DISCORD, botId).endpoint();
        DiscordGate gate = new DiscordGate(limiter, endpoint, target.channel(), bots.buckets());
        return gate.takeForPreview(DiscordRoute.TYPING)
                .chain(wait -> wait.isZero()
                        ? calls.get()
                                .call(new DiscordCall.Typing(target.channel()), "", () -> open.mayCall(conversationKey))
                                .chain(result -> gate.answered(DiscordRoute.TYPING, result))
                                .map(CallOutcome.Accepted.class::isInstance)
                        : Uni.createFrom().item(false))
                .onFailure()
                .recoverWithItem(false);
    }
}
