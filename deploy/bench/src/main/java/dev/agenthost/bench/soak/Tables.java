package dev.agenthost.bench.soak;

import dev.agenthost.testkit.postgres.DatabaseAddress;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** Counts the rows of each table of the services. */
final class Tables {
    private static final String ALL = """
            SELECT table_schema || '.' || table_name FROM information_schema.tables
             WHERE table_schema IN ('gateway', 'bindings', 'runs', 'context', 'delivery') AND table_type = 'BASE TABLE'
               AND table_name NOT LIKE 'flyway%'
               AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = (table_schema || '.' || table_name)::regclass)
            """;

    private Tables() {}

    /** Rows by {@code schema.table}; a partitioned table counts as one. */
    static Map<String, Long> rows(DatabaseAddress database) throws SQLException {
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                var statement = connection.createStatement()) {
            var rows = new TreeMap<String, Long>();
            try (var names = statement.executeQuery(ALL)) {
                while (names.next()) {
                    rows.put(names.getString(1), 0L);
                }
            }
            for (var table : rows.entrySet()) {
                try (var count = statement.executeQuery("SELECT count(*) FROM " + table.getKey())) {
                    count.next();
                    table.setValue(count.getLong(1));
                }
            }
            return rows;
        }
    }
}
