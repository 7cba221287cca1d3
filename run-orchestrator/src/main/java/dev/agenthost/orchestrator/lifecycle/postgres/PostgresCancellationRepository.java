package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.lifecycle.CancellationRepository;
import dev.agenthost.orchestrator.lifecycle.ContinuedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.orchestrator.run.UnreadableRunListener;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
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
    /**
     * Applies requests to runs. A run that has ended as {@code waiting} is cancelled with all that could continue it: open questions,
     * timers and views of its chain, and delegated runs, whose requests are applied by a later poll. A run that has failed stays as it is;
     * what could continue it is withdrawn in the same way.
     */
    private static final String APPLY = """
            WITH requests AS (%s),
            applied AS (
                UPDATE runs.runs r SET cancel_requested_at = CASE WHEN %s THEN r.cancel_requested_at ELSE c.requested_at END,
                    cancel_reason = CASE WHEN %s THEN r.cancel_reason ELSE c.reason END
                FROM requests c WHERE r.workspace_id = c.workspace_id AND r.run_id = c.run_id
                    AND (%s AND NOT c.applied OR r.cancel_requested_at IS NULL
                        AND (r.state <> 'ended' OR r.outcome_type = 'run.completed' AND r.outcome_code = 'waiting'))
                RETURNING r.workspace_id, r.run_id, r.conversation_key, r.cancel_requested_at IS NULL AS has_failed, CASE WHEN r.state = 'ended' THEN %s END AS chain),
            marked AS (
                UPDATE runs.cancellations c SET applied = true
                FROM applied a WHERE c.workspace_id = a.workspace_id AND c.run_id = a.run_id),
            questions AS (
                UPDATE runs.interactions i SET expires_at = clock_timestamp(),
                    withdrawn_by = CASE WHEN a.has_failed THEN 'failure of run ' ELSE 'cancellation of run ' END || a.run_id
                FROM applied a
                WHERE i.workspace_id = a.workspace_id AND i.conversation_key = a.conversation_key AND i.submitted_at IS NULL
                    AND i.expires_at > clock_timestamp()
                    AND (i.event::json #>> '{parent,lineage,origin_run_id}')::uuid = a.chain),
            views AS (
                UPDATE runs.graph_views v SET cancelled_at = clock_timestamp() FROM applied a
                WHERE v.workspace_id = a.workspace_id AND v.conversation_key = a.conversation_key
                    AND coalesce(v.origin_run_id, v.run_id) = a.chain
                    AND v.projection::json ->> 'status' NOT IN ('completed', 'failed', 'canceled')
                    AND NOT EXISTS (SELECT FROM runs.runs l WHERE l.workspace_id = v.workspace_id
                        AND l.run_id = coalesce(v.latest_run_id, v.run_id) AND l.state <> 'ended')),
            timers AS (
                DELETE FROM runs.host_events e USING applied a
                WHERE e.workspace_id = a.workspace_id AND e.timer_of = a.chain AND e.publish_after > clock_timestamp()),
            settled AS (
                UPDATE runs.delegations d SET settled_at = clock_timestamp() FROM applied a
                WHERE d.workspace_id = a.workspace_id AND d.origin_run_id = a.chain AND d.settled_at IS NULL
                RETURNING d.workspace_id, d.delegated_run_id),
            delegated AS (
                INSERT INTO runs.cancellations (workspace_id, run_id, reason, requested_at)
                SELECT d.workspace_id, coalesce((SELECT last.run_id FROM (%s) last), d.delegated_run_id),
                    'the delegating run was cancelled or failed', clock_timestamp() FROM settled d
                ON CONFLICT DO NOTHING)
            SELECT pg_notify('runs_cancelled', '') FROM applied LIMIT 1""";

    private static final String FAILED = "(r.state = 'ended' AND r.outcome_type = 'run.failed')";

    private static final String REQUESTS =
            "SELECT c.workspace_id, c.run_id, c.requested_at, c.reason, c.applied FROM runs.cancellations c WHERE ";
    /** The running rest of a chain that is dead: a run that its end did not see. */
    private static final String CONTINUATIONS = """
            UNION ALL SELECT r.workspace_id, r.run_id, c.requested_at, c.reason, true
            FROM runs.cancellations c JOIN runs.runs w USING (workspace_id, run_id)
            JOIN runs.runs r ON r.workspace_id = w.workspace_id AND r.conversation_key = w.conversation_key AND r.state <> 'ended'
            WHERE c.requested_at > clock_timestamp() - interval '1 minute' AND %s AND %s = %s
            """.formatted(
                    RunChain.IS_DEAD.formatted("w"), RunChain.ORIGIN.formatted("r"), RunChain.ORIGIN.formatted("w"));

    private static final String APPLY_ONE = apply(REQUESTS + "c.workspace_id = $1 AND c.run_id = $2");
    static final String APPLY_LATE = apply(
            REQUESTS + "NOT c.applied AND c.requested_at > clock_timestamp() - interval '1 minute' " + CONTINUATIONS);
    private static final String CONTINUED =
            """
            INSERT INTO runs.cancellations (workspace_id, run_id, reason, requested_at)
            SELECT DISTINCT ON (n.workspace_id, n.run_id) n.workspace_id, n.run_id,
                CASE WHEN w.outcome_type = 'run.failed' THEN 'the run that it continues has failed' ELSE w.cancel_reason END,
                coalesce(w.cancel_requested_at, clock_timestamp())
            FROM unnest($1::text[], $2::uuid[], $3::text[], $4::uuid[]) AS n (workspace_id, run_id, conversation_key, origin)
            JOIN runs.runs w ON w.workspace_id = n.workspace_id AND w.conversation_key = n.conversation_key
                AND %s AND %s = n.origin
            ON CONFLICT DO NOTHING""".formatted(RunChain.IS_DEAD.formatted("w"), RunChain.ORIGIN.formatted("w"));
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
                .call(() ->
                        statements.run(APPLY_ONE, key.workspaceId(), key.runId().value()))
                .map(List::getFirst);
    }

    @Override
    public Uni<Void> continued(List<ContinuedRun> runs) {
        return runs.isEmpty()
                ? Uni.createFrom().voidItem()
                : statements
                        .run(
                                CONTINUED,
                                runs.stream()
                                        .map(run -> run.key().workspaceId())
                                        .toArray(String[]::new),
                                runs.stream()
                                        .map(run -> run.key().runId().value())
                                        .toArray(UUID[]::new),
                                runs.stream().map(ContinuedRun::conversationKey).toArray(String[]::new),
                                runs.stream().map(run -> run.origin().value()).toArray(UUID[]::new))
                        .replaceWithVoid();
    }

    private static String apply(String requests) {
        return APPLY.formatted(
                requests, FAILED, FAILED, FAILED, RunChain.ORIGIN.formatted("r"), DelegatedChain.LAST_RUN);
    }

    @Override
    public Uni<List<StoredRun>> open(Incarnation owner, int most) {
        return statements.run(APPLY_LATE).chain(() -> lists.list("", RunRowMapper::stored, OPEN, owner.value(), most));
    }
}
