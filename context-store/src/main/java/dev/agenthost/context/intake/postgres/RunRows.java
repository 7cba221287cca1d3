package dev.agenthost.context.intake.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.intake.AppliedResults;
import dev.agenthost.context.intake.MessageFingerprints;
import dev.agenthost.context.intake.RunKey;
import dev.agenthost.context.intake.RunResultsRecord;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads and writes rows of {@code context.runs}. */
final class RunRows {
    private static final String LOAD = """
            select r.workspace_id, r.run_id, r.attempt, r.sequence, r.ended, r.event_id, r.message_fingerprints, r.pending_artifacts::text
            from unnest($1::text[], $2::uuid[]) as k (workspace_id, run_id)
            join context.runs r on r.workspace_id = k.workspace_id and r.run_id = k.run_id
            """;

    private RunRows() {}

    /** Loads the progress of the runs of these results. */
    static Uni<Map<RunKey, AppliedResults>> load(Pool pool, List<RunResultsRecord> results) {
        List<RunKey> runs =
                results.stream().map(RunResultsRecord::run).distinct().toList();
        return pool.preparedQuery(LOAD)
                .execute(Tuple.of(
                        runs.stream().map(RunKey::workspaceId).toArray(String[]::new),
                        runs.stream().map(RunKey::runId).toArray(UUID[]::new)))
                .map(rows -> {
                    Map<RunKey, AppliedResults> marks = new HashMap<>();
                    rows.forEach(row -> marks.put(new RunKey(row.getString(0), row.getUUID(1)), mark(row)));
                    return marks;
                });
    }

    /** Makes the parameters of {@code context.apply_batch_v1}. */
    static Columns columns(Map<RunKey, AppliedResults> moved) {
        Columns columns = new Columns(
                String.class,
                UUID.class,
                Integer.class,
                Long.class,
                Boolean.class,
                String.class,
                String.class,
                String.class);
        moved.forEach((run, mark) -> columns.add(
                run.workspaceId(),
                run.runId(),
                mark.position().attempt(),
                mark.position().sequence(),
                mark.ended(),
                mark.eventId(),
                mark.messages().toString(),
                mark.pendingArtifacts().isEmpty()
                        ? null
                        : mark.pendingArtifacts().toString()));
        return columns;
    }

    /** Makes the runs of {@code context.apply_documents_v1}. */
    static ArrayNode of(Map<RunKey, AppliedResults> moved) {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode(moved.size());
        moved.forEach((run, mark) -> row(rows.addObject(), run, mark));
        return rows;
    }

    private static void row(ObjectNode row, RunKey run, AppliedResults mark) {
        row.put("workspace_id", run.workspaceId())
                .put("run_id", run.runId().toString())
                .put("attempt", mark.position().attempt())
                .put("sequence", mark.position().sequence())
                .put("ended", mark.ended())
                .put("event_id", mark.eventId())
                .put("message_fingerprints", mark.messages().toString());
        if (!mark.pendingArtifacts().isEmpty()) {
            mark.pendingArtifacts().forEach(row.withArray("pending_artifacts")::add);
        }
    }

    private static AppliedResults mark(Row row) {
        return new AppliedResults(
                new StreamPosition(row.getInteger(2), row.getLong(3)),
                row.getBoolean(4),
                row.getString(5),
                MessageFingerprints.parse(row.getString(6)),
                pendingArtifacts(row.getString(7)));
    }

    private static List<ObjectNode> pendingArtifacts(@Nullable String stored) {
        if (stored == null) {
            return List.of();
        }
        try {
            List<ObjectNode> artifacts = new ArrayList<>();
            ProtocolCodec.mapper().readTree(stored).forEach(one -> artifacts.add((ObjectNode) one));
            return artifacts;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database holds JSON that is none", e);
        }
    }
}
