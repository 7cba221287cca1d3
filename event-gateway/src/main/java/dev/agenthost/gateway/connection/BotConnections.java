package dev.agenthost.gateway.connection;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The connections at this replica that accept calls: for each bot the newest one. Thread-safe. */
public final class BotConnections {
    private final Map<String, BotConnection> newest = new ConcurrentHashMap<>();

    public void opened(BotConnection connection) {
        newest.put(connection.botId(), connection);
    }

    /** Forgets the connection, unless a newer one of the bot was opened. */
    public void closed(BotConnection connection) {
        newest.remove(connection.botId(), connection);
    }

    public Optional<BotConnection> of(String botId) {
        return Optional.ofNullable(newest.get(botId));
    }

    public Collection<BotConnection> all() {
        return List.copyOf(newest.values());
    }
}
