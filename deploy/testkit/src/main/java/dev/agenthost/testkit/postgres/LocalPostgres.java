package dev.agenthost.testkit.postgres;

import dev.agenthost.testkit.process.DetachedProcess;
import dev.agenthost.testkit.process.FreePorts;
import dev.agenthost.testkit.process.LogTail;
import dev.agenthost.testkit.process.PrivateFiles;
import dev.agenthost.testkit.process.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A PostgreSQL server on loopback, in processes that this JVM started. */
public final class LocalPostgres implements AutoCloseable {
    /** The superuser. */
    public static final String USER = "postgres";

    private static final Duration STARTUP = Duration.ofSeconds(60);
    private static final Duration SHUTDOWN = Duration.ofSeconds(20);
    private static final long LOOK_AGAIN_MS = 20;
    private static final int TRIES = 5;
    private static final int LINES = 5;

    private final PostgresSettings settings;
    private final Process process;

    private LocalPostgres(PostgresSettings settings, Process process) {
        this.settings = settings;
        this.process = process;
    }

    /** Starts a server for tests, whose data need not survive, on a free port. */
    public static LocalPostgres startThrowaway(Path directory) throws IOException, InterruptedException {
        for (int i = 1; ; i++) {
            try {
                return start(new PostgresSettings(
                        directory.resolve("data"),
                        FreePorts.next(),
                        USER,
                        PostgresMemory.LITTLE,
                        false,
                        directory.resolve("log")));
            } catch (IOException e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }

    /**
     * Starts a server with these settings, and returns when it answers.
     *
     * @throws IOException if it does not; the message ends with the last lines of its log
     */
    public static LocalPostgres start(PostgresSettings settings) throws IOException, InterruptedException {
        var commands = PostgresCommands.ofThisUser(PostgresBinaries.directory());
        if (!Files.exists(settings.data().resolve("PG_VERSION"))) {
            initialise(commands, settings);
        }
        var process = DetachedProcess.process(commands.serve(settings), Map.of(), settings.log())
                .start();
        var postgres = new LocalPostgres(settings, process);
        try {
            postgres.awaitReady();
        } catch (IOException | InterruptedException e) {
            process.destroyForcibly();
            throw e;
        }
        return postgres;
    }

    private static void initialise(PostgresCommands commands, PostgresSettings settings)
            throws IOException, InterruptedException {
        Files.createDirectories(settings.data().toAbsolutePath().getParent());
        var password = Files.createTempFile("agenthost", ".password");
        try {
            PrivateFiles.write(password, settings.password() + "\n");
            var initialising = DetachedProcess.process(
                            commands.initialise(settings, password), Map.of(), settings.log())
                    .start();
            if (initialising.waitFor() != 0) {
                throw new IOException("cannot make a cluster in " + settings.data() + text(settings));
            }
        } finally {
            Files.delete(password);
        }
    }

    private void awaitReady() throws IOException, InterruptedException {
        var deadline = Instant.now().plus(STARTUP);
        while (true) {
            try {
                DriverManager.getConnection(address("postgres").jdbcUrl(), USER, settings.password())
                        .close();
                return;
            } catch (SQLException notYet) {
                if (!process.isAlive()) {
                    throw new IOException("PostgreSQL ended with " + process.exitValue() + text(settings), notYet);
                }
                if (Instant.now().isAfter(deadline)) {
                    throw new IOException("PostgreSQL does not answer: " + notYet.getMessage() + text(settings));
                }
                Thread.sleep(LOOK_AGAIN_MS);
            }
        }
    }

    private static String text(PostgresSettings settings) {
        List<String> lines = LogTail.of(settings.log(), LINES);
        return lines.isEmpty() ? "" : ":\n    " + String.join("\n    ", lines);
    }

    /** Makes an empty database of this name, unless there is one. */
    public void createDatabase(String name) throws SQLException {
        try (var connection = DriverManager.getConnection(address("postgres").jdbcUrl(), USER, settings.password());
                var known = connection.prepareStatement("SELECT 1 FROM pg_database WHERE datname = ?");
                var making = connection.createStatement()) {
            known.setString(1, name);
            if (!known.executeQuery().next()) {
                making.execute("CREATE DATABASE \"" + name + "\"");
            }
        }
    }

    /** The address of a database of this server. */
    public DatabaseAddress address(String database) {
        return new DatabaseAddress(settings.port(), database, USER, settings.password());
    }

    /** The postmaster, whose death ends all of the server's processes. */
    public Process process() {
        return process;
    }

    /** Ends the server without waiting for connected clients. */
    @Override
    public void close() {
        Signals.interrupt(process.toHandle());
        try {
            if (!process.waitFor(SHUTDOWN.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
