package dev.agenthost.bench.graph;

import dev.agenthost.bench.load.Latencies;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Commits of one row in the database of the box: the floor of a durable step on this machine and at this moment. */
final class CommitFloor implements AutoCloseable {
    private static final String TABLE = "public.bench_commits";

    private final Latencies latencies = new Latencies();
    private final Connection connection;

    CommitFloor(DatabaseAddress database) throws SQLException {
        connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
        execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (number int)");
    }

    /** Measures commits, one after another. */
    void measure(int commits) throws SQLException {
        for (int i = 0; i < commits; i++) {
            long start = System.nanoTime();
            execute("INSERT INTO " + TABLE + " VALUES (" + i + ")");
            latencies.record(System.nanoTime() - start);
        }
    }

    Summary summary() {
        return latencies.summary();
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        execute("DROP TABLE " + TABLE);
        connection.close();
    }
}
