package dev.agenthost.context.intake.postgres;

import dev.agenthost.context.run.ReadResults;
import dev.agenthost.context.run.RunKey;
import dev.agenthost.context.run.RunMark;
import dev.agenthost.protocol.result.StreamPosition;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** {@code context.runs}: only the consumer of the run's partition writes it, so it needs no lock of its own. */
final class RunRows {
    private static final String LOAD = """
            select r.workspace_id, r.run_id, r.attempt, r.sequence, r.ended, r.event_id, r.said
            from unnest($1::text[], $2::uuid[]) as k (workspace_id, run_id)
            join context.runs r on r.workspace_id = k.workspace_id and r.run_id = k.run_id
            """;
    private static final String STORE = """
            insert into context.runs (workspace_id, run_id, attempt, sequence, ended, event_id, said)
            select * from unnest($1::text[], $2::uuid[], $3::int[], $4::bigint[], $5::boolean[], $6::text[], $7::text[])
            on conflict (workspace_id, run_id) do update
                set attempt = excluded.attempt, sequence = excluded.sequence, ended = excluded.ended,
                    event_id = excluded.event_id, said = excluded.said, applied_at = now()
            """;

    // What ended by itself is said nowhere else; a write still under way finds the fence closed.
    private static final String CLOSE_FENCES = """
            update context.fences f set ended = true, raised_at = now()
            from unnest($1::text[], $2::uuid[]) as k (workspace_id, run_id)
            where f.workspace_id = k.workspace_id and f.run_id = k.run_id and not f.ended
            """;

    private RunRows() {}

    static Uni<Map<RunKey, RunMark>> load(SqlConnection connection, List<ReadResults> results) {
        Columns keys = new Columns();
        results.stream().map(ReadResults::run).distinct().forEach(run -> keys.row(run.workspaceId(), run.runId()));
        return connection
                .preparedQuery(LOAD)
                .execute(keys.tuple(String.class, UUID.class))
                .map(rows -> {
                    Map<RunKey, RunMark> marks = new HashMap<>();
                    rows.forEach(row -> marks.put(new RunKey(row.getString(0), row.getUUID(1)), mark(row)));
                    return marks;
                });
    }

    static Uni<Void> store(SqlConnection connection, Map<RunKey, RunMark> moved) {
        if (moved.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        Columns columns = new Columns();
        moved.forEach((run, mark) -> columns.row(
                run.workspaceId(),
                run.runId(),
                mark.position().attempt(),
                mark.position().sequence(),
                mark.ended(),
                mark.eventId(),
                String.join(" ", mark.said())));
        return connection
                .preparedQuery(STORE)
                .execute(columns.tuple(
                        String.class, UUID.class, Integer.class, Long.class, Boolean.class, String.class, String.class))
                .chain(() -> closeFences(connection, moved));
    }

    private static Uni<Void> closeFences(SqlConnection connection, Map<RunKey, RunMark> moved) {
        Columns columns = new Columns();
        moved.forEach((run, mark) -> {
            if (mark.ended()) {
                columns.row(run.workspaceId(), run.runId());
            }
        });
        return columns.isEmpty()
                ? Uni.createFrom().voidItem()
                : connection
                        .preparedQuery(CLOSE_FENCES)
                        .execute(columns.tuple(String.class, UUID.class))
                        .replaceWithVoid();
    }

    private static RunMark mark(Row row) {
        String said = row.getString(6);
        return new RunMark(
                new StreamPosition(row.getInteger(2), row.getLong(3)),
                row.getBoolean(4),
                row.getString(5),
                said.isEmpty() ? List.of() : List.of(said.split(" ")));
    }
}
