package dev.agenthost.gateway.connection;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Keeps the entries of this replica's connections in the directory. One thread calls it. */
public final class ConnectionDirectorySync {
    private static final Duration REFRESH = Duration.ofSeconds(5);

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private record Entry(BotConnection connection, long at) {}

    private final BotConnections connections;
    private final ConnectionDirectory directory;
    private final URI self;
    private final Map<String, Entry> entered = new HashMap<>();

    public ConnectionDirectorySync(BotConnections connections, ConnectionDirectory directory, URI self) {
        this.connections = connections;
        this.directory = directory;
        this.self = self;
    }

    /** Returns true if a connection is open, or was and is still entered. */
    public boolean isNeeded() {
        return !connections.all().isEmpty() || !entered.isEmpty();
    }

    /**
     * Enters new connections, refreshes earlier entries and removes those of closed connections. Blocks.
     *
     * @param now in nanoseconds, of a monotonic clock
     * @throws RuntimeException if the database is unavailable
     */
    public void round(long now) {
        for (BotConnection connection : connections.all()) {
            Entry before = entered.get(connection.botId());
            if (before == null || !before.connection().equals(connection)) {
                directory.enter(connection, self).await().atMost(TIMEOUT);
                entered.put(connection.botId(), new Entry(connection, now));
            } else if (now - before.at() >= REFRESH.toNanos()) {
                directory.keep(connection, self).await().atMost(TIMEOUT);
                entered.put(connection.botId(), new Entry(connection, now));
            }
        }
        for (Entry entry : Map.copyOf(entered).values()) {
            if (connections.of(entry.connection().botId()).isEmpty()) {
                directory.remove(entry.connection()).await().atMost(TIMEOUT);
                entered.remove(entry.connection().botId());
            }
        }
    }
}
