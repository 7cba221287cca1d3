package dev.agenthost.im.bots;

import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The bots of the host, by id, in memory: no database is queried when an event arrives or an answer is sent. */
public final class BotRegistry {
    private final Map<String, BotRegistration> byId = new ConcurrentHashMap<>();
    private volatile boolean complete;

    /** Returns the bot of that id. An unknown one may exist as long as the registry is not complete. */
    public Optional<BotRegistration> of(String botId) {
        return Optional.ofNullable(byId.get(botId));
    }

    /** Returns the bot of that id on that platform. An unknown one may exist as long as the registry is not complete. */
    public Optional<BotRegistration> of(BotPlatform platform, String botId) {
        return of(botId).filter(bot -> bot.platform() == platform);
    }

    /**
     * Returns the bots on that platform that take events and receive them this way.
     *
     * @param way {@link BotRegistration#POLLING} or {@link BotRegistration#CONNECTION}
     */
    public List<BotRegistration> receivingBy(String way, BotPlatform platform) {
        return byId.values().stream()
                .filter(bot -> bot.platform() == platform && bot.enabled() && bot.receivesBy(way))
                .toList();
    }

    public boolean isEmpty() {
        return byId.isEmpty();
    }

    /** Applies a record of {@code agent.bots}; the latest record of an id counts. */
    public void take(BotRegistration bot) {
        if (bot.isDeleted()) {
            byId.remove(bot.botId());
        } else {
            byId.put(bot.botId(), bot);
        }
    }

    /** Marks that all bots that existed when this service started are read. */
    public void complete() {
        complete = true;
    }

    /** Returns false while an unknown bot may exist. */
    public boolean isComplete() {
        return complete;
    }
}
