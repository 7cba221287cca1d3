package dev.agenthost.gateway.bot;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The bots of the host, by id. */
public final class BotRegistry {
    private final Map<String, Bot> byId;

    public BotRegistry(Collection<Bot> bots) {
        byId = bots.stream().collect(Collectors.toUnmodifiableMap(Bot::botId, Function.identity()));
    }

    /** Returns the bot of that id on that platform. */
    public Optional<Bot> of(BotPlatform platform, String botId) {
        return Optional.ofNullable(byId.get(botId)).filter(bot -> bot.platform() == platform);
    }

    public List<Bot> all() {
        return List.copyOf(byId.values());
    }
}
