package dev.agenthost.delivery.send;

import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Limits the calls into each chat of a bot, and of each bot, over all replicas. */
public interface CallRateLimiter {
    /** Stands for all chats of a bot. */
    long BOT = 0;

    /**
     * Takes one call of the chat and of the bot, or neither.
     *
     * @param endpoint of the bot
     * @param chat the platform's id of the chat; not {@link #BOT}
     * @return zero if the call is taken, else the time to wait
     */
    Uni<Duration> take(String endpoint, long chat, CallRate ofChat, CallRate ofBot);

    /** Lets all replicas wait with calls into the chat, or of the bot for {@link #BOT}, as the platform asked for. */
    Uni<Void> pause(String endpoint, long chat, CallRate ofChat, Duration delay);
}
