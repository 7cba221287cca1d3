package dev.agenthost.bench.scale;

import dev.agenthost.bench.measure.Findings;
import dev.agenthost.protocol.store.state.StateScopeKey;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;

/** Copies conversations into context-store's tables without its intake: ten million rows in minutes. */
final class DataSeeder implements AutoCloseable {
    private static final int BUFFER = 1 << 16;
    private static final long SAY_EACH = 500_000;

    /** The one index that is cheaper to build again than to maintain. */
    private static final String TERMS = "transcript_terms";

    private interface Lines {
        void of(ConversationRange stretch, Consumer<String> line);
    }

    private interface Line {
        String of(ConversationRange stretch, long seq);
    }

    private final Connection connection;
    private final Findings findings;
    private long rows;
    private long conversations;

    DataSeeder(DatabaseAddress database, Findings findings) throws SQLException {
        this.connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
        this.findings = findings;
    }

    /** The number of conversations, numbered from 1. */
    long conversations() {
        return conversations;
    }

    /** Adds rows until the tables have this number. */
    void fill(long to) throws SQLException, IOException {
        var stretches = ConversationRange.more(rows, conversations, to);
        var definition =
                text("SELECT indexdef FROM pg_indexes WHERE schemaname = 'context' AND indexname = '" + TERMS + "'");
        execute("DROP INDEX context." + TERMS);
        execute("DELETE FROM context.conversations WHERE id = " + Rows.id(ConversationRange.LARGE));
        copy(
                "conversations",
                Rows.CONVERSATIONS,
                stretches,
                (stretch, line) -> line.accept(Rows.conversation(stretch)));
        copy("transcript", Rows.TRANSCRIPT, stretches, each(Rows::transcript));
        copy("event log", Rows.EVENT_LOG, stretches, each(Rows::logged));
        rows = to;
        conversations = stretches.getLast().conversation();
        findings.note("index of terms");
        execute("SET maintenance_work_mem = '512MB'");
        execute(definition);
        findings.note("vacuum and analyze");
        execute("VACUUM (ANALYZE) context.transcript, context.event_log, context.conversations");
        execute("CHECKPOINT");
    }

    private static Lines each(Line one) {
        return (stretch, line) -> {
            for (long seq = stretch.after() + 1; seq <= stretch.last(); seq++) {
                line.accept(one.of(stretch, seq));
            }
        };
    }

    private void copy(String what, String into, List<ConversationRange> stretches, Lines lines)
            throws SQLException, IOException {
        var copies = connection.unwrap(PGConnection.class).getCopyAPI();
        try (var out = new OutputStreamWriter(
                new PGCopyOutputStream(copies.copyIn("COPY " + into + " FROM STDIN"), BUFFER),
                StandardCharsets.UTF_8)) {
            var written = new AtomicLong();
            for (var stretch : stretches) {
                lines.of(stretch, line -> {
                    try {
                        out.write(line);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    if (written.incrementAndGet() % SAY_EACH == 0) {
                        findings.note(what + ": " + written + " rows");
                    }
                });
            }
        }
    }

    /** Inserts this number of values of a scope, of 200 characters each. */
    void state(String workspace, StateScopeKey key, int values) throws SQLException {
        try (var insert = connection.prepareStatement(
                "INSERT INTO context.state (workspace_id, bot_id, binding_id, runner_id, scope, subject, name, value, etag)"
                        + " SELECT ?, ?, ?, ?, ?, ?, 'value_' || n, to_jsonb(repeat('state ', 33)), 'e'"
                        + " FROM generate_series(1, ?) n ON CONFLICT DO NOTHING")) {
            insert.setString(1, workspace);
            insert.setString(2, key.botId());
            insert.setString(3, key.bindingId());
            insert.setString(4, key.runnerId().toString());
            insert.setString(5, key.scope().wire());
            insert.setString(6, key.subject());
            insert.setInt(7, values);
            insert.executeUpdate();
        }
    }

    /** The number of applied records, of all topics. */
    long applied() throws SQLException {
        return number("SELECT coalesce(sum(next_offset), 0) FROM context.applied_offsets");
    }

    /** The number of texts whose stored terms differ from the expected ones. */
    long otherTerms(List<EntryText> entries) throws SQLException {
        long others = 0;
        try (var asking = connection.prepareStatement(
                "SELECT count(*) FILTER (WHERE terms = ?::tsvector) FROM context.transcript WHERE content = ?")) {
            for (var one : entries) {
                asking.setString(1, one.terms());
                asking.setString(2, one.text());
                try (var answer = asking.executeQuery()) {
                    answer.next();
                    others += answer.getLong(1) == 0 ? 1 : 0;
                }
            }
        }
        return others;
    }

    /** The size of all tables of the schema with their indexes, in mebibytes. */
    long mebibytes() throws SQLException {
        return number(
                "SELECT (sum(pg_total_relation_size(c.oid)) / 1048576)::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE n.nspname = 'context' AND c.relkind = 'r'");
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long number(String sql) throws SQLException {
        return Long.parseLong(text(sql));
    }

    private String text(String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var answer = statement.executeQuery(sql)) {
            answer.next();
            var text = answer.getString(1);
            return text == null ? "0" : text;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
