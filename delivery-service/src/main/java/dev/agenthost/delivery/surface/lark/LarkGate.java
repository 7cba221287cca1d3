package dev.agenthost.delivery.surface.lark;

import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.delivery.send.CallRateLimiter;
import io.smallrye.mutiny.Uni;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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

    private final CallRateLimiter limiter;
    private final String endpoint;
    private final long chat;

    LarkGate(CallRateLimiter limiter, String endpoint, String chatId) {
        this.limiter = limiter;
        this.endpoint = endpoint;
        this.chat = number(chatId);
    }

    /** Takes a call; returns the time to wait, or zero. */
    Uni<Duration> take() {
        return limiter.take(endpoint, chat, CHAT, BOT);
    }

    /** Takes the message of a preview, which waits for all calls of parts; returns the time to wait, or zero. */
    Uni<Duration> takeForPreview() {
        return limiter.take(endpoint, chat, CHAT.withoutBurst(), BOT.withoutBurst());
    }

    /** Takes a call on a card of a preview in this chat, which is no message; returns the time to wait, or zero. */
    Uni<Duration> takeCard() {
        return limiter.take(cards(), chat, CHAT.withoutBurst(), CARDS);
    }

    /** Lets every replica wait, because Lark asked for it. */
    Uni<Void> pause(Duration delay) {
        return limiter.pause(endpoint, chat, CHAT, delay);
    }

    /** Lets every replica wait with calls on cards. */
    Uni<Void> pauseCards(Duration delay) {
        return limiter.pause(cards(), chat, CHAT.withoutBurst(), delay);
    }

    private String cards() {
        return endpoint + "/cards";
    }

    /** Two chats of one number, which a limiter needs, would share a rate and nothing else. */
    private static long number(String chatId) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(chatId.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong() | 1;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
