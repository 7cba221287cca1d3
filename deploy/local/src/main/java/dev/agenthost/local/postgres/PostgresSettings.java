package dev.agenthost.local.postgres;

import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a PostgreSQL server is started with. Loopback only.
 *
 * @param data its cluster; an absent or empty directory is initialised, another one is gone on with
 * @param port where clients connect
 * @param server settings of {@code postgresql.conf}
 * @param password of the superuser; empty where whoever connects is trusted, as in tests
 * @param log where what it says goes
 */
public record PostgresSettings(Path data, int port, Map<String, String> server, String password, Redirect log) {
    /** Connections for the pools of two of every service. */
    private static final String CONNECTIONS = "200";

    /** A server whose data must outlive it. */
    public static PostgresSettings durable(Path data, int port, String password, Redirect log) {
        return new PostgresSettings(
                data,
                port,
                Map.of("max_connections", CONNECTIONS, "shared_buffers", "64MB", "unix_socket_directories", ""),
                password,
                log);
    }

    /** A server of tests, whose data end with it: nothing is forced to disk, so a crash of the machine may break it. */
    public static PostgresSettings throwaway(Path data, int port) {
        return new PostgresSettings(
                data,
                port,
                Map.of(
                        "max_connections", CONNECTIONS,
                        "shared_buffers", "32MB",
                        "unix_socket_directories", "",
                        "fsync", "off",
                        "synchronous_commit", "off",
                        "full_page_writes", "off"),
                "",
                Redirect.DISCARD);
    }
}
