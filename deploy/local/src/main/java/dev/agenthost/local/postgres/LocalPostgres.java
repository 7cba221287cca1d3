package dev.agenthost.local.postgres;

import dev.agenthost.local.process.FreePorts;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;

/** A PostgreSQL server on loopback, as processes of its own that this JVM started. */
public final class LocalPostgres implements AutoCloseable {
    /** The superuser that the cluster is initialised with. */
    public static final String USER = "postgres";

    private static final Duration STARTUP = Duration.ofSeconds(60);
    private static final int TRIES = 5;

    private final EmbeddedPostgres server;
    private final Path data;

    private LocalPostgres(EmbeddedPostgres server, Path data) {
        this.server = server;
        this.data = data;
    }

    /** Starts a server of tests, whose data need not survive, on a free port. */
    public static LocalPostgres startThrowaway(Path data) throws IOException {
        for (int i = 1; ; i++) {
            try {
                return start(PostgresSettings.throwaway(data, FreePorts.next()));
            } catch (IOException | RuntimeException e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Starts as told, and returns when the server answers. */
    public static LocalPostgres start(PostgresSettings settings) throws IOException {
        Files.createDirectories(settings.data());
        var builder = EmbeddedPostgres.builder()
                .setDataDirectory(settings.data())
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(STARTUP)
                .setPort(settings.port())
                .setOutputRedirector(settings.log())
                .setErrorRedirector(settings.log());
        settings.server().forEach(builder::setServerConfig);
        return new LocalPostgres(builder.start(), settings.data());
    }

    /** Makes an empty database of this name. */
    public void createDatabase(String name) throws SQLException {
        try (var connection = server.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE \"" + name + "\"");
        }
    }

    /** How to reach a database of this server. */
    public DatabaseAddress address(String database) {
        return new DatabaseAddress(server.getPort(), database, USER, USER);
    }

    /** The process id of the postmaster, whose death ends all of the server's processes. */
    public long pid() throws IOException {
        try (var lines = Files.lines(data.resolve("postmaster.pid"))) {
            return Long.parseLong(lines.findFirst().orElseThrow().strip());
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
