package dev.agenthost.context.intake.postgres;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.run.ReadResults;
import dev.agenthost.context.run.RunKey;
import dev.agenthost.context.run.RunMark;
import dev.agenthost.protocol.result.StreamPosition;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** {@code context.runs}. */
final class RunRows {
    private static final String LOAD = """
            select r.workspace_id, r.run_id, r.attempt, r.sequence, r.ended, r.event_id, r.said
            from unnest($1::text[], $2::uuid[]) as k (workspace_id, run_id)
            join context.runs r on r.workspace_id = k.workspace_id and r.run_id = k.run_id
            """;

    private RunRows() {}

    /** How far the runs of these results were applied before. */
    static Uni<Map<RunKey, RunMark>> load(Pool pool, List<ReadResults> results) {
        List<RunKey> runs = results.stream().map(ReadResults::run).distinct().toList();
        return pool.preparedQuery(LOAD)
                .execute(Tuple.of(
                        runs.stream().map(RunKey::workspaceId).toArray(String[]::new),
                        runs.stream().map(RunKey::runId).toArray(UUID[]::new)))
                .map(rows -> {
                    Map<RunKey, RunMark> marks = new HashMap<>();
                    rows.forEach(row -> marks.put(new RunKey(row.getString(0), row.getUUID(1)), mark(row)));
                    return marks;
                });
    }

    /** As {@code context.move_runs} takes them. */
    static ArrayNode of(Map<RunKey, RunMark> moved) {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode(moved.size());
        moved.forEach((run, mark) -> rows.addObject()
                .put("workspace_id", run.workspaceId())
                .put("run_id", run.runId().toString())
                .put("attempt", mark.position().attempt())
                .put("sequence", mark.position().sequence())
                .put("ended", mark.ended())
                .put("event_id", mark.eventId())
                .put("said", String.join(" ", mark.said())));
        return rows;
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
