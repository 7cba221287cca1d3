package dev.agenthost.walk.box;

import dev.agenthost.testkit.postgres.DatabaseAddress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;

/** A copy of all rows of a database, of one moment, in memory. It is made while others write, as {@code pg_dump} makes one. */
public final class DatabaseCopy {

    private static final String TABLES = """
            SELECT format('%I.%I', n.nspname, c.relname) AS name,
                format('%I.%I (%s)', n.nspname, c.relname, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum)) AS columns
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
                AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
            GROUP BY n.nspname, c.relname
            """;

    private static final String SEQUENCES =
            "SELECT format('%I.%I', schemaname, sequencename) AS name, last_value FROM pg_sequences WHERE last_value IS NOT NULL";

    private static final String DISCONNECT =
            "SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

    private record Table(String name, String columns, byte[] rows) {}

    private final DatabaseAddress address;
    private final List<Table> tables = new ArrayList<>();
    private final Map<String, Long> sequences = new LinkedHashMap<>();

    private DatabaseCopy(DatabaseAddress address) {
        this.address = address;
    }

    /** Copies the database. Its clients may go on. */
    public static DatabaseCopy of(DatabaseAddress address) throws SQLException, IOException {
        var copy = new DatabaseCopy(address);
        try (var connection = copy.connect()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            copy.read(connection);
            connection.rollback();
        }
        return copy;
    }

    private void read(Connection connection) throws SQLException, IOException {
        var names = new LinkedHashMap<String, String>();
        try (var statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(TABLES)) {
            while (rows.next()) {
                names.put(rows.getString("name"), rows.getString("columns"));
            }
        }
        var api = connection.unwrap(PGConnection.class).getCopyAPI();
        for (var table : names.entrySet()) {
            var bytes = new ByteArrayOutputStream();
            api.copyOut("COPY " + table.getValue() + " TO STDOUT (FORMAT binary)", bytes);
            tables.add(new Table(table.getKey(), table.getValue(), bytes.toByteArray()));
        }
        try (var statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SEQUENCES)) {
            while (rows.next()) {
                sequences.put(rows.getString("name"), rows.getLong("last_value"));
            }
        }
    }

    /** Replaces all rows by those of the copy. Disconnects clients that are still connected, so that none writes afterwards. */
    public void restore() throws SQLException, IOException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(DISCONNECT);
            // No trigger acts on a restored row.
            statement.execute("SET session_replication_role = replica");
            statement.execute("TRUNCATE " + tables.stream().map(Table::name).collect(Collectors.joining(", ")));
            var api = connection.unwrap(PGConnection.class).getCopyAPI();
            for (var table : tables) {
                api.copyIn(
                        "COPY " + table.columns() + " FROM STDIN (FORMAT binary)",
                        new ByteArrayInputStream(table.rows()));
            }
            for (var sequence : sequences.entrySet()) {
                statement.execute("SELECT setval('" + sequence.getKey() + "', " + sequence.getValue() + ")");
            }
            connection.commit();
        }
    }

    private Connection connect() throws SQLException {
        var connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
        connection.setAutoCommit(false);
        return connection;
    }
}
