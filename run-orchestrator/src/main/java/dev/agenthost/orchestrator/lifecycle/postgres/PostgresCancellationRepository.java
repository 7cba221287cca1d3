package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.lifecycle.CancellationRepository;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.orchestrator.run.UnreadableRunListener;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores requested cancellations in {@code runs.cancellations}. A second statement applies the request to the row of the run after the
 * commit; a run that is admitted concurrently may miss both, and the next poll applies the request.
 */
public final class PostgresCancellationRepository implements CancellationRepository {
    private static final String REQUEST = """
            INSERT INTO runs.cancellations AS c (workspace_id, run_id, reason, requested_at)
            VALUES ($1, $2, $3, clock_timestamp())
            ON CONFLICT (workspace_id, run_id) DO UPDATE SET reason = c.reason
            RETURNING requested_at""";
    private static final String APPLY = """
            WITH open AS (
                SELECT c.workspace_id, c.run_id, c.requested_at, c.reason FROM runs.cancellations c
                WHERE c.workspace_id = $1 AND c.run_id = $2),
            applied AS (
                UPDATE runs.runs r SET cancel_requested_at = open.requested_at, cancel_reason = open.reason
                FROM open WHERE r.workspace_id = open.workspace_id AND r.run_id = open.run_id
                    AND r.state <> 'ended' AND r.cancel_requested_at IS NULL
                RETURNING r.workspace_id, r.run_id),
            marked AS (
                UPDATE runs.cancellations c SET applied = true
                FROM applied WHERE c.workspace_id = applied.workspace_id AND c.run_id = applied.run_id RETURNING 1)
            SELECT pg_notify('runs_cancelled', '') FROM marked""";
    private static final String APPLY_LATE = """
            WITH applied AS (
                UPDATE runs.runs r SET cancel_requested_at = c.requested_at, cancel_reason = c.reason
                FROM runs.cancellations c
                WHERE NOT c.applied AND c.requested_at > clock_timestamp() - interval '1 minute'
                    AND r.workspace_id = c.workspace_id AND r.run_id = c.run_id
                    AND r.state <> 'ended' AND r.cancel_requested_at IS NULL
                RETURNING r.workspace_id, r.run_id)
            UPDATE runs.cancellations c SET applied = true
            FROM applied WHERE c.workspace_id = applied.workspace_id AND c.run_id = applied.run_id""";
    private static final String OPEN = "SELECT " + RunRowMapper.STORED + """
             FROM runs.runs r
            WHERE r.cancel_requested_at IS NOT NULL AND r.state <> 'ended' AND (r.state <> 'running' OR r.owner = $1)
            ORDER BY r.cancel_requested_at LIMIT $2""";

    private final Statements statements;
    private final RunLists lists;

    public PostgresCancellationRepository(Pool pool, UnreadableRunListener unreadable) {
        this.statements = new Statements(pool);
        this.lists = new RunLists(statements, unreadable);
    }

    @Override
    public Uni<Instant> request(RunKey key, @Nullable String reason) {
        return statements
                .list(
                        row -> RunRowMapper.time(row, "requested_at"),
                        REQUEST,
                        key.workspaceId(),
                        key.runId().value(),
                        reason)
                .call(() -> statements.run(APPLY, key.workspaceId(), key.runId().value()))
                .map(List::getFirst);
    }

    @Override
    public Uni<List<StoredRun>> open(Incarnation owner, int most) {
        return statements.run(APPLY_LATE).chain(() -> lists.list("", RunRowMapper::stored, OPEN, owner.value(), most));
    }
}
