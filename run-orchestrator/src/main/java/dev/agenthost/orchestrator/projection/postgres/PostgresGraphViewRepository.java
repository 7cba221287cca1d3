package dev.agenthost.orchestrator.projection.postgres;

import dev.agenthost.orchestrator.lifecycle.postgres.RunChain;
import dev.agenthost.orchestrator.lifecycle.postgres.RunRowMapper;
import dev.agenthost.orchestrator.lifecycle.postgres.Statements;
import dev.agenthost.orchestrator.projection.EndedProjection;
import dev.agenthost.orchestrator.projection.GraphView;
import dev.agenthost.orchestrator.projection.GraphViewRepository;
import dev.agenthost.orchestrator.projection.ViewPublication;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;

/** Views in {@code runs.graph_views}. */
@Singleton
public final class PostgresGraphViewRepository implements GraphViewRepository {
    private static final String PUT = """
            INSERT INTO runs.graph_views AS v (workspace_id, conversation_key, graph_run_id, run_id, event_id, projection,
                latest_run_id, origin_run_id, claimed_at, ordinal)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT (workspace_id, conversation_key, graph_run_id)
                DO UPDATE SET projection = excluded.projection, latest_run_id = excluded.latest_run_id,
                    origin_run_id = excluded.origin_run_id, claimed_at = excluded.claimed_at, ordinal = excluded.ordinal,
                    cancelled_at = NULL, updated_at = clock_timestamp()
                WHERE (v.claimed_at, v.ordinal) < (excluded.claimed_at, excluded.ordinal)""";

    /**
     * Ids of the latest graphs, and of the latest ones that have not ended as {@link #shown} reads them. The views of one conversation are
     * read by the primary key.
     */
    private static final String LISTED = """
            (SELECT graph_run_id FROM runs.graph_views WHERE workspace_id = $1 AND conversation_key = $2
                ORDER BY started_at DESC LIMIT %1$s)
            UNION
            (SELECT v.graph_run_id FROM runs.graph_views v
                LEFT JOIN runs.runs r ON r.workspace_id = v.workspace_id AND r.run_id = coalesce(v.latest_run_id, v.run_id)
                CROSS JOIN LATERAL (SELECT v.projection::json ->> 'status' AS status) p
                WHERE v.workspace_id = $1 AND v.conversation_key = $2 AND v.cancelled_at IS NULL
                    AND (p.status = 'waiting' OR p.status IN ('pending', 'running', 'blocked') AND r.state <> 'ended')
                ORDER BY v.started_at DESC LIMIT %1$s)""".formatted(MOST);

    /**
     * An earlier build writes no publication: its views are older than every other one. The view of a run that failed by itself while an
     * action ran has failed, although what could continue the run was withdrawn; one that waited was cancelled by that.
     */
    private static final String LIST = """
            SELECT v.run_id, v.event_id, v.projection, coalesce(v.latest_run_id, v.run_id) AS latest_run_id,
                coalesce(v.origin_run_id, v.run_id) AS origin_run_id, v.claimed_at, v.ordinal,
                v.cancelled_at IS NOT NULL AND (v.projection::json ->> 'status' = 'waiting' OR NOT coalesce(%s, false)) AS is_cancelled,
                coalesce(r.state = 'ended', true) AS has_ended, r.cancel_requested_at IS NOT NULL AS is_stopped
            FROM runs.graph_views v
            LEFT JOIN runs.runs r ON r.workspace_id = v.workspace_id AND r.run_id = coalesce(v.latest_run_id, v.run_id)
            WHERE v.workspace_id = $1 AND v.conversation_key = $2 AND v.graph_run_id IN (%s)
            ORDER BY v.started_at DESC""".formatted(RunChain.HAS_FAILED.formatted("r"), LISTED);

    private final Statements statements;

    public PostgresGraphViewRepository(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<Void> put(GraphView view) {
        return statements
                .run(
                        PUT,
                        view.run().workspaceId(),
                        view.conversation().value(),
                        view.projection().runId(),
                        view.run().runId().value(),
                        view.event().value(),
                        new String(ProtocolCodec.encode(view.projection()), StandardCharsets.UTF_8),
                        view.latest().runId().value(),
                        view.latest().originRunId().value(),
                        view.latest().claimedAt().atOffset(ZoneOffset.UTC),
                        view.latest().ordinal())
                .replaceWithVoid();
    }

    @Override
    public Uni<List<GraphView>> list(String workspaceId, ConversationKey conversation) {
        return statements.list(row -> view(workspaceId, conversation, row), LIST, workspaceId, conversation.value());
    }

    private static GraphView view(String workspaceId, ConversationKey conversation, Row row) {
        return new GraphView(
                conversation,
                new RunKey(workspaceId, new RunId(row.getUUID("run_id"))),
                new EventId(row.getUUID("event_id")),
                shown(row),
                new ViewPublication(
                        new RunId(row.getUUID("latest_run_id")),
                        new RunId(row.getUUID("origin_run_id")),
                        RunRowMapper.time(row, "claimed_at"),
                        row.getLong("ordinal")));
    }

    private static UiProjection shown(Row row) {
        UiProjection stored = read(row.getString("projection"));
        if (row.getBoolean("is_cancelled")) {
            return EndedProjection.cancelled(stored);
        }
        UiStatus status = row.getBoolean("is_stopped") ? UiStatus.CANCELED : UiStatus.FAILED;
        return row.getBoolean("has_ended") ? EndedProjection.interrupted(stored, status) : stored;
    }

    private static UiProjection read(String json) {
        try {
            return ProtocolCodec.decode(json.getBytes(StandardCharsets.UTF_8), UiProjection.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("a stored projection is not one", e);
        }
    }
}
