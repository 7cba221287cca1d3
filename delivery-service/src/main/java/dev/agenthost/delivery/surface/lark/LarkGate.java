package dev.agenthost.delivery.surface.lark;

import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.surface.calls.BotRate;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/**
 * The limits of one bot at Lark: 5 calls in a second to a person, into a group and for a message, and 1000 in a minute and 50 in a second
 * of a method (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/create.md).
 */
final class LarkGate {
    /** At most 2 + 1000 / 300 calls in any second. */
    private static final CallRate CHAT = new CallRate(Duration.ofMillis(300), 2);
    /** At most 20 + 60000 / 65 calls in any minute. */
    private static final CallRate BOT = new CallRate(Duration.ofMillis(65), 20);

    /**
     * At most 50 calls on cards in a second. One card has at most 10 of all replicas
     * (https://open.larkoffice.com/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/streaming-updates-openapi-overview.md).
     */
    private static final CallRate CARDS = new CallRate(Duration.ofMillis(20), 1);

    private final BotRate messages;
    private final BotRate cards;

    LarkGate(CallRateLimiter limiter, String endpoint, String chatId) {
        messages = BotRate.of(limiter, endpoint, chatId, CHAT, BOT);
        cards = BotRate.of(limiter, endpoint + "/cards", chatId, CHAT.withoutBurst(), CARDS);
    }

    /** Takes a call; returns the time to wait, or zero. */
    Uni<Duration> take() {
        return messages.take();
    }

    /** Takes the message of a preview, which waits for all calls of parts; returns the time to wait, or zero. */
    Uni<Duration> takeForPreview() {
        return messages.takeForPreview();
    }

    /** Takes a call on a card of a preview in this chat, which is no message; returns the time to wait, or zero. */
    Uni<Duration> takeCard() {
        return cards.take();
    }

    /** Lets every replica wait, because Lark asked for it. */
    Uni<Void> pause(Duration delay) {
        return messages.pause(delay);
    }

    /** Lets every replica wait with calls on cards. */
    Uni<Void> pauseCards(Duration delay) {
        return cards.pause(delay);
    }
}
