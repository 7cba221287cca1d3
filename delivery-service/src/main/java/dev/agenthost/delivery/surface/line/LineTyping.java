package dev.agenthost.delivery.surface.line;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.TypingProducer;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.line.client.LineApp;
import dev.agenthost.im.line.rendering.LineTarget;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.OutboundTyping;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Shows the loading animation in chats of persons at LINE, for a minute or until the next message. */
public final class LineTyping implements TypingProducer {
    private final LineBots bots;
    private final CallRateLimiter limiter;
    private final ConversationGate open;

    /** @param open closed for conversations that an operator has taken over */
    public LineTyping(LineBots bots, CallRateLimiter limiter, ConversationGate open) {
        this.bots = bots;
        this.limiter = limiter;
        this.open = open;
    }

    /** A group and a room show nothing, and so does a chat whose animations wait. */
    @Override
    public Uni<Boolean> publish(String botId, String conversationKey, OutboundTyping typing) {
        LineTarget target = LineTarget.of(typing.replyTarget());
        Optional<LineApp> app = bots.appOf(botId, typing.workspaceId());
        if (target == null || !target.isPerson() || app.isEmpty()) {
            return Uni.createFrom().item(false);
        }
        String endpoint = new Destination.Bot(BotPlatform.LINE, botId).endpoint();
        return LineRates.loading(limiter, endpoint, target.to())
                .takeForPreview()
                .chain(wait -> wait.isZero()
                        ? bots.client()
                                .showLoading(app.get(), target.to(), () -> open.mayCall(conversationKey))
                                .map(QueryOutcome.Answered.class::isInstance)
                        : Uni.createFrom().item(false))
                .onFailure()
                .recoverWithItem(false);
    }
}
