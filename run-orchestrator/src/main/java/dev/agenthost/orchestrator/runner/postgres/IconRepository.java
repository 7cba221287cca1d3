package dev.agenthost.orchestrator.runner.postgres;

import dev.agenthost.orchestrator.runner.Icon;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Stores the icons of this replica's connections. The bytes of an icon are sent only if they are missing. */
final class IconRepository {
    /** Locks rows in one order, so that replicas with the same icons do not deadlock. */
    private static final String TOUCH = """
            UPDATE runs.runner_icons SET last_seen_at = clock_timestamp() WHERE sha256 IN (
                SELECT sha256 FROM runs.runner_icons WHERE sha256 = ANY ($1) ORDER BY sha256 FOR UPDATE)
            RETURNING sha256""";

    private static final String WRITE = """
            INSERT INTO runs.runner_icons (sha256, mime_type, bytes) VALUES ($1, $2, $3)
            ON CONFLICT (sha256) DO UPDATE SET last_seen_at = clock_timestamp()""";

    private static final String CLEAN = """
            DELETE FROM runs.runner_icons i WHERE i.last_seen_at < clock_timestamp() - interval '1 hour'
                AND NOT EXISTS (SELECT FROM runs.runner_connections c WHERE c.icon = i.sha256)""";

    private volatile Set<String> writtenIcons = Set.of();

    /** Discards the record of written icons, which may be missing: the next write checks them again. */
    void invalidate() {
        writtenIcons = Set.of();
    }

    /**
     * Writes the icons before the rows that name them, in the same transaction.
     *
     * @param all true to write earlier icons again and to delete unused ones
     */
    Uni<Void> write(SqlConnection connection, List<RunnerConnection> connections, boolean all) {
        Map<String, Icon> icons = new TreeMap<>();
        connections.forEach(one -> one.runners()
                .forEach(runner -> one.icon(runner.id()).ifPresent(icon -> icons.put(icon.sha256(), icon))));
        if (!all && writtenIcons.containsAll(icons.keySet())) {
            return Uni.createFrom().voidItem();
        }
        Uni<Void> done = icons.isEmpty() ? Uni.createFrom().voidItem() : write(connection, icons);
        return done.chain(() -> all
                        ? connection.query(CLEAN).execute().replaceWithVoid()
                        : Uni.createFrom().voidItem())
                .invoke(() -> writtenIcons = Set.copyOf(icons.keySet()));
    }

    private static Uni<Void> write(SqlConnection connection, Map<String, Icon> icons) {
        return connection
                .preparedQuery(TOUCH)
                .execute(Tuple.of(icons.keySet().toArray(String[]::new)))
                .chain(rows -> {
                    Set<String> existing = new HashSet<>();
                    for (Row row : rows) {
                        existing.add(row.getString("sha256"));
                    }
                    List<Tuple> missing = icons.values().stream()
                            .filter(icon -> !existing.contains(icon.sha256()))
                            .map(icon -> Tuple.of(icon.sha256(), icon.mimeType(), Buffer.buffer(icon.bytes())))
                            .toList();
                    return missing.isEmpty()
                            ? Uni.createFrom().voidItem()
                            : connection
                                    .preparedQuery(WRITE)
                                    .executeBatch(missing)
                                    .replaceWithVoid();
                });
    }
}
