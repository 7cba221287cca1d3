package dev.agenthost.delivery.surface.calls;

import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.delivery.send.CallRateLimiter;
import io.smallrye.mutiny.Uni;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;

/**
 * The rates of one bot on a platform whose chats have names, shared by all replicas.
 *
 * @param endpoint of the bot
 * @param chat number of the chat
 * @param ofChat rate of calls into the chat
 * @param ofBot rate of all calls of the bot
 */
public record BotRate(CallRateLimiter limiter, String endpoint, long chat, CallRate ofChat, CallRate ofBot) {

    /** @param chatId of the platform. Two chats of one number, which a limiter needs, would share a rate and nothing else */
    public static BotRate of(CallRateLimiter limiter, String endpoint, String chatId, CallRate ofChat, CallRate ofBot) {
        return new BotRate(limiter, endpoint, number(chatId), ofChat, ofBot);
    }

    /** Takes a call; returns the time to wait, or zero. */
    public Uni<Duration> take() {
        return limiter.take(endpoint, chat, ofChat, ofBot);
    }

    /** Takes a call of a preview, which waits for all calls of parts; returns the time to wait, or zero. */
    public Uni<Duration> takeForPreview() {
        return limiter.take(endpoint, chat, ofChat.withoutBurst(), ofBot.withoutBurst());
    }

    /** Lets every replica wait, because the platform asked for it. */
    public Uni<Void> pause(Duration delay) {
        return limiter.pause(endpoint, chat, ofChat, delay);
    }

    /** Lets every replica wait with all calls of the bot, because the platform asked for it. */
    public Uni<Void> pauseBot(Duration delay) {
        return limiter.pause(endpoint, CallRateLimiter.BOT, ofBot, delay);
    }

    private static long number(String chatId) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(chatId.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong() | 1;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
