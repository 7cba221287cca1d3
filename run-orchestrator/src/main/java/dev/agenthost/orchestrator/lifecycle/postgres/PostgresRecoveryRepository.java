package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.lifecycle.RecoveryRepository;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.orchestrator.run.UnreadableRunListener;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.util.List;

/** Finds runs that no live replica holds through partial indexes, so that a query costs nothing when there are none. */
public final class PostgresRecoveryRepository implements RecoveryRepository {
    private static final String OF_DEAD_OWNERS = "SELECT " + RunRowMapper.STORED + """
             FROM runs.leases l JOIN runs.runs r ON r.owner = l.incarnation AND r.state = 'running'
            WHERE l.dead LIMIT $1""";
    private static final String QUEUED_TOO_LONG = "SELECT " + RunRowMapper.STORED + """
             FROM runs.runs r
            WHERE r.state = 'queued' AND r.queue_deadline < clock_timestamp() ORDER BY r.queue_deadline LIMIT $1""";
    // Rows of a dead replica exist until another replica deletes them; that is the time at which its runners were seen
    // last.
    private static final String WITHOUT_RUNNER = "SELECT " + RunRowMapper.STORED + """
             FROM runs.runs r
            WHERE r.state = 'queued' AND r.losses = 0
                AND r.queue_deadline < clock_timestamp() + make_interval(secs => r.queue_seconds - 2)
                AND NOT EXISTS (SELECT FROM runs.runner_connections c
                    WHERE c.runner_id = r.runner_id AND c.workspaces && ARRAY['*', r.workspace_id])
                AND NOT EXISTS (SELECT FROM runs.known_runners k
                    WHERE k.runner_id = r.runner_id AND k.last_seen_at > clock_timestamp() - make_interval(secs => $1))
            ORDER BY r.admission LIMIT $2""";
    // Scans the running rows every few seconds: an index of deadlines would cost every run a write.
    private static final String OVERRUN = "SELECT " + RunRowMapper.STORED + """
             FROM runs.runs r
            WHERE r.state = 'running' AND r.deadline_at < clock_timestamp() - make_interval(secs => $1) LIMIT $2""";
    // Older than the time limit of a statement, so that no result is pending.
    private static final String CLAIMED_BY = """
            SELECT r.workspace_id, r.run_id, r.attempt, r.owner, r.touched, r.losses FROM runs.runs r
            WHERE r.owner = $1 AND r.state = 'running' AND r.claimed_at < clock_timestamp() - interval '15 seconds'""";

    private final Statements statements;
    private final RunLists lists;

    public PostgresRecoveryRepository(Pool pool, UnreadableRunListener unreadable) {
        this.statements = new Statements(pool);
        this.lists = new RunLists(statements, unreadable);
    }

    @Override
    public Uni<List<StoredRun>> ofDeadOwners(int most) {
        return lists.list("", RunRowMapper::stored, OF_DEAD_OWNERS, most);
    }

    @Override
    public Uni<List<StoredRun>> queuedTooLong(int most) {
        return lists.list("", RunRowMapper::stored, QUEUED_TOO_LONG, most);
    }

    @Override
    public Uni<List<StoredRun>> withoutRunner(Duration grace, int most) {
        return lists.list("", RunRowMapper::stored, WITHOUT_RUNNER, grace.toMillis() / 1000.0, most);
    }

    @Override
    public Uni<List<StoredRun>> overrun(Duration late, int most) {
        return lists.list("", RunRowMapper::stored, OVERRUN, late.toMillis() / 1000.0, most);
    }

    @Override
    public Uni<List<OwnedRun>> claimedBy(Incarnation owner) {
        return statements.list(
                row -> new OwnedRun(
                        new RunKey(row.getString("workspace_id"), new RunId(row.getUUID("run_id"))),
                        RunRowMapper.running(row)),
                CLAIMED_BY,
                owner.value());
    }
}
