package dev.agenthost.testkit.postgres;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of a PostgreSQL server. Loopback only.
 *
 * @param data directory of its cluster; an absent one is initialised, another one is reused
 * @param port for clients
 * @param password of the superuser
 * @param memory it takes
 * @param durable true if its data must outlive a crash of the machine; if false, nothing is forced to disk
 * @param log file to which its output is appended
 */
public record PostgresSettings(Path data, int port, String password, PostgresMemory memory, boolean durable, Path log) {
    /** Connections for the pools of two of every service. */
    private static final String CONNECTIONS = "200";

    /** Settings of {@code postgresql.conf}. */
    Map<String, String> server() {
        var server = new TreeMap<>(
                Map.of("listen_addresses", "127.0.0.1", "unix_socket_directories", "", "max_connections", CONNECTIONS));
        server.putAll(memory.settings());
        if (!durable) {
            server.put("fsync", "off");
            server.put("synchronous_commit", "off");
            server.put("full_page_writes", "off");
        }
        return server;
    }
}
