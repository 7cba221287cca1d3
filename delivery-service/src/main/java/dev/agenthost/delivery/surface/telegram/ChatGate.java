package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.delivery.send.CallRateLimiter;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/**
 * The limits of one bot at Telegram: about 20 messages in a minute into a group, one in a second into another chat with short bursts, 30 in
 * a second for the bot (https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this). Edits count as messages
 * (https://github.com/tdlib/td/issues/3034).
 */
final class ChatGate {
    /** At most 5 + 60 / 4 calls in any minute. */
    private static final CallRate GROUP = new CallRate(Duration.ofSeconds(4), 5);

    private static final CallRate PERSON = new CallRate(Duration.ofSeconds(1), 20);
    /** At most 5 + 1000 / 40 calls in any second. */
    private static final CallRate BOT = new CallRate(Duration.ofMillis(40), 5);

    private final CallRateLimiter limiter;
    private final String endpoint;

    ChatGate(CallRateLimiter limiter, String endpoint) {
        this.limiter = limiter;
        this.endpoint = endpoint;
    }

    /** Takes a call of a part; returns the time to wait, or zero. */
    Uni<Duration> take(long chat) {
        return limiter.take(endpoint, chat, rate(chat), BOT);
    }

    /** Takes a call of a preview, which waits for all calls of parts; returns the time to wait, or zero. */
    Uni<Duration> takeForPreview(long chat) {
        return limiter.take(endpoint, chat, rate(chat).withoutBurst(), BOT.withoutBurst());
    }

    /** Lets every replica wait, because Telegram answered 429. */
    Uni<Void> pause(long chat, Duration delay) {
        return limiter.pause(endpoint, chat, rate(chat), delay);
    }

    /** Ids of groups and channels are negative. */
    private static CallRate rate(long chat) {
        return chat < 0 ? GROUP : PERSON;
    }
}
