package dev.agenthost.delivery.surface.discord;

import dev.agenthost.im.discord.client.DiscordApp;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The tokens that Discord refused in this replica. Further calls with a token that is not valid count as invalid
 * (https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans), so none is made until the token or the
 * registration of the bot changes, or the time is over: Discord may have refused it by mistake.
 */
final class RefusedTokens {
    private static final Duration TERM = Duration.ofMinutes(10);

    private final Map<String, Refusal> byBot = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;

    private record Refusal(BotRegistration bot, DiscordApp app, long at) {}

    /** @param nanoTime a monotonic clock */
    RefusedTokens(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Notes that Discord refused the token. */
    void refused(BotRegistration bot, DiscordApp app) {
        byBot.values().removeIf(this::isOver);
        byBot.put(bot.botId(), new Refusal(bot, app, nanoTime.getAsLong()));
    }

    /** Returns true if no call may be made as that bot with that token. */
    boolean isRefused(BotRegistration bot, DiscordApp app) {
        Refusal refusal = byBot.get(bot.botId());
        return refusal != null
                && !isOver(refusal)
                && refusal.bot().equals(bot)
                && refusal.app().equals(app);
    }

    private boolean isOver(Refusal refusal) {
        return nanoTime.getAsLong() - refusal.at() >= TERM.toNanos();
    }
}
