package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.run.RunDecision.Requeue;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunListQuery;
import dev.agenthost.orchestrator.run.RunRepository;
import dev.agenthost.orchestrator.run.RunState.Running;
import dev.agenthost.orchestrator.run.RunView;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.util.List;
import java.util.Optional;

/** Stores an owner's changes of a run that it holds, and reads runs for every caller. */
public final class PostgresRunRepository implements RunRepository {
    private static final String TOUCH = """
            UPDATE runs.runs SET touched = true
            WHERE workspace_id = $1 AND run_id = $2 AND state = 'running' AND attempt = $3 AND owner = $4
                AND EXISTS (SELECT FROM runs.leases l WHERE l.incarnation = $4 AND NOT l.dead)""";
    // A touch that was committed since the row was read takes precedence: such a run is not retried. A started run
    // keeps the deadline
    // of its first attempt, also while it is queued.
    private static final String REQUEUE = """
            WITH locked AS (
                SELECT r.workspace_id, r.run_id,
                    CASE WHEN $7 THEN coalesce(r.ends_by, r.deadline_at) ELSE r.ends_by END AS ends_by,
                    CASE WHEN $7 THEN clock_timestamp() + make_interval(secs => r.queue_seconds)
                         ELSE r.queue_deadline END AS queue_limit
                FROM runs.runs r
                WHERE r.workspace_id = $1 AND r.run_id = $2 AND r.state = 'running' AND r.attempt = $3 AND r.owner = $4
                    AND NOT (r.retry = 'untouched' AND r.touched)
                FOR UPDATE),
            requeued AS (
                UPDATE runs.runs r SET state = 'queued', owner = NULL,
                    queue_failure_code = CASE WHEN locked.ends_by <= locked.queue_limit THEN 'deadline_exceeded' ELSE $6 END,
                    not_before = clock_timestamp() + make_interval(secs => $5),
                    queue_deadline = least(locked.queue_limit, locked.ends_by), ends_by = locked.ends_by,
                    losses = r.losses + CASE WHEN $7 THEN 1 ELSE 0 END
                FROM locked WHERE r.workspace_id = locked.workspace_id AND r.run_id = locked.run_id
                RETURNING 1)
            SELECT pg_notify('runs_queued', '') FROM requeued""";
    private static final String VIEW = """
            SELECT r.run_id, r.trace_id, r.state, r.attempt, r.resolution, r.admitted_at, r.claimed_at, r.deadline_at,
                r.cancel_requested_at, r.cancel_reason, r.ended_at, r.outcome_type, r.outcome_code, r.outcome_sentence,
                r.usage
            FROM runs.runs r\s""";
    private static final String FIND = VIEW + "WHERE r.workspace_id = $1 AND r.run_id = $2";

    // A delegated chain has a conversation of its own.
    private static final String LAST_OF_CHAIN = VIEW + """
            WHERE r.conversation_key = (SELECT f.conversation_key FROM runs.runs f WHERE f.workspace_id = $1 AND f.run_id = $2)
            ORDER BY r.ended_at DESC NULLS FIRST LIMIT 1""";

    private static final String TERMINAL = """
            SELECT r.terminal FROM runs.runs r
            WHERE r.workspace_id = $1 AND r.run_id = $2 AND r.outcome_type = 'run.failed'""";

    private final Statements statements;

    public PostgresRunRepository(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<Boolean> touch(RunKey key, Running held) {
        return statements.any(
                TOUCH,
                key.workspaceId(),
                key.runId().value(),
                held.attempt(),
                held.owner().value());
    }

    @Override
    public Uni<Boolean> requeue(RunKey key, Running held, Requeue how) {
        return statements.any(
                REQUEUE,
                key.workspaceId(),
                key.runId().value(),
                held.attempt(),
                held.owner().value(),
                how.pause().toMillis() / 1000.0,
                how.heldUpBy().wire(),
                how.freshLimit());
    }

    @Override
    public Uni<Optional<RunView>> find(RunKey key) {
        return first(FIND, key);
    }

    @Override
    public Uni<Optional<RunView>> lastOfChain(RunKey first) {
        return first(LAST_OF_CHAIN, first);
    }

    private Uni<Optional<RunView>> first(String sql, RunKey key) {
        return statements
                .list(RunViewMapper::view, sql, key.workspaceId(), key.runId().value())
                .map(found -> found.stream().findFirst());
    }

    @Override
    public Uni<Optional<String>> error(RunKey key) {
        return statements
                .list(
                        RunViewMapper::error,
                        TERMINAL,
                        key.workspaceId(),
                        key.runId().value())
                .map(found -> found.stream().flatMap(Optional::stream).findFirst());
    }

    @Override
    public Uni<List<RunView>> page(RunListQuery request) {
        RunListSql query = new RunListSql(request);
        return statements.list(RunViewMapper::view, VIEW + query.where(), query.values());
    }
}
