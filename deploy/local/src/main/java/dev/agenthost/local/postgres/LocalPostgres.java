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

    private static final String PASSWORD_ONLY = "host all all 127.0.0.1/32 scram-sha-256\n";
    private static final Duration STARTUP = Duration.ofSeconds(60);
    private static final int TRIES = 5;

    private final EmbeddedPostgres server;
    private final PostgresSettings settings;

    private LocalPostgres(EmbeddedPostgres server, PostgresSettings settings) {
        this.server = server;
        this.settings = settings;
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
        if (!settings.password().isEmpty()) {
            builder.setConnectConfig("password", settings.password());
        }
        var postgres = new LocalPostgres(builder.start(), settings);
        postgres.requirePassword();
        return postgres;
    }

    /** A new cluster trusts everybody who connects; from here on, and after every later start, it asks for the password. */
    private void requirePassword() throws IOException {
        var rules = settings.data().resolve("pg_hba.conf");
        if (settings.password().isEmpty() || Files.readString(rules).equals(PASSWORD_ONLY)) {
            return;
        }
        try {
            execute("ALTER ROLE " + USER + " PASSWORD '" + settings.password() + "'");
            Files.writeString(rules, PASSWORD_ONLY);
            execute("SELECT pg_reload_conf()");
        } catch (SQLException e) {
            throw new IOException("cannot set the password of the database", e);
        }
    }

    private void execute(String sql) throws SQLException {
        try (var connection = server.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Makes an empty database of this name, unless there is one. */
    public void createDatabase(String name) throws SQLException {
        try (var connection = server.getPostgresDatabase().getConnection();
                var known = connection.prepareStatement("SELECT 1 FROM pg_database WHERE datname = ?")) {
            known.setString(1, name);
            if (!known.executeQuery().next()) {
                execute("CREATE DATABASE \"" + name + "\"");
            }
        }
    }

    /** How to reach a database of this server. */
    public DatabaseAddress address(String database) {
        return new DatabaseAddress(
                server.getPort(), database, USER, settings.password().isEmpty() ? USER : settings.password());
    }

    /** The postmaster, whose death ends all of the server's processes. */
    public Process process() {
        return server.getProcess();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
