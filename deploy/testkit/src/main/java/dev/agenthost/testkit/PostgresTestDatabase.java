package dev.agenthost.testkit;

import dev.agenthost.testkit.postgres.DatabaseAddress;
import dev.agenthost.testkit.postgres.LocalPostgres;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;

/**
 * A real PostgreSQL server for tests: one for each JVM, and a fresh database for each start of an application under test.
 *
 * <p>Use it with {@code @QuarkusTestResource(PostgresResource.class)}, or call {@link #freshDatabase()} where no Quarkus
 * application is under test. The server forces nothing to disk.
 */
public final class PostgresTestDatabase implements QuarkusTestResourceLifecycleManager {
    private static final String CURRENT = "database";

    /** A new, empty database; starts the server when it is not running yet. */
    public static DatabaseAddress freshDatabase() {
        int port = Integer.parseInt(JvmSingleton.get("postgres", PostgresTestDatabase::startServer));
        var name = "t" + UUID.randomUUID().toString().replace("-", "");
        var maintenance = new DatabaseAddress(port, "postgres", LocalPostgres.USER, LocalPostgres.USER);
        try (var connection =
                        DriverManager.getConnection(maintenance.jdbcUrl(), maintenance.user(), maintenance.password());
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot make a database", e);
        }
        return new DatabaseAddress(port, name, maintenance.user(), maintenance.password());
    }

    /** The database of the application under test, for tests that query it. */
    public static DatabaseAddress current() {
        int port = Integer.parseInt(JvmSingleton.get("postgres", PostgresTestDatabase::startServer));
        var name = JvmSingleton.known(CURRENT);
        if (name == null) {
            throw new IllegalStateException("no application under test has a database yet");
        }
        return new DatabaseAddress(port, name, LocalPostgres.USER, LocalPostgres.USER);
    }

    private static String startServer() throws Exception {
        var data = TemporaryDirectories.directory("postgres");
        var postgres = LocalPostgres.startThrowaway(data);
        var postmaster = postgres.process().toHandle();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(postmaster, data), "postgres-end"));
        return Integer.toString(postgres.address("postgres").port());
    }

    /** Kills the server: SIGTERM would wait for open connections, and the data are deleted anyway. */
    private static void end(ProcessHandle postmaster, Path data) {
        postmaster.destroyForcibly();
        postmaster.onExit().join();
        TemporaryDirectories.delete(data);
    }

    @Override
    public Map<String, String> start() {
        var database = freshDatabase();
        JvmSingleton.set(CURRENT, database.database());
        return Map.of(
                "quarkus.datasource.db-kind", "postgresql",
                "quarkus.datasource.jdbc.url", database.jdbcUrl(),
                "quarkus.datasource.reactive.url", database.reactiveUrl(),
                "quarkus.datasource.username", database.user(),
                "quarkus.datasource.password", database.password());
    }

    /** The server ends with the JVM: the next test class uses it too. */
    @Override
    public void stop() {}
}
