package dev.agenthost.delivery.bot;

import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Limits the calls to platforms: a bot is checked at most once in a term, by all requests of this replica together. A changed bot is
 * checked at once.
 */
public final class BotHealthCache implements BotHealthSource {
    private final BotHealthSource source;
    private final Duration term;
    private final LongSupplier nanoTime;
    private final Map<String, Entry> byId = new ConcurrentHashMap<>();

    private record Entry(BotRegistration bot, long begunAt, Uni<BotHealth> health) {}

    /** @param nanoTime a monotonic clock */
    public BotHealthCache(BotHealthSource source, Duration term, LongSupplier nanoTime) {
        this.source = source;
        this.term = term;
        this.nanoTime = nanoTime;
    }

    @Override
    public Uni<BotHealth> check(BotRegistration bot) {
        long now = nanoTime.getAsLong();
        byId.values().removeIf(entry -> isOver(entry, now));
        return byId.compute(
                        bot.botId(),
                        (id, entry) -> entry != null && entry.bot().equals(bot)
                                ? entry
                                : new Entry(
                                        bot, now, source.check(bot).memoize().indefinitely()))
                .health();
    }

    private boolean isOver(Entry entry, long now) {
        return now - entry.begunAt() >= term.toNanos();
    }
}
