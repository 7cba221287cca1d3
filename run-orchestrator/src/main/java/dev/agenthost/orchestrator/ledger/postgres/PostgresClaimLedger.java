package dev.agenthost.orchestrator.ledger.postgres;

import dev.agenthost.door.drill.Drill;
import dev.agenthost.lease.Incarnation;
import dev.agenthost.orchestrator.claim.ClaimLedger;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.ledger.postgres.row.Rows;
import dev.agenthost.orchestrator.ledger.postgres.row.RunLists;
import dev.agenthost.orchestrator.ledger.postgres.row.Runners;
import dev.agenthost.orchestrator.ledger.postgres.row.Statements;
import dev.agenthost.orchestrator.room.Room;
import dev.agenthost.orchestrator.run.UnreadableRuns;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.util.List;

/** Claims of queued runs: what another replica is claiming at this moment is passed over. */
public final class PostgresClaimLedger implements ClaimLedger {
    private static final String CLAIM = """
            WITH picked AS (
                SELECT q.workspace_id, q.run_id
                FROM unnest($2::text[], $3::int[]) AS room (runner_id, places)
                CROSS JOIN LATERAL (
                    SELECT r.workspace_id, r.run_id FROM runs.runs r
                    WHERE r.state = 'queued' AND r.runner_id = room.runner_id AND r.cancel_requested_at IS NULL
                        AND (r.not_before IS NULL OR r.not_before <= clock_timestamp())
                        AND (r.ends_by IS NULL OR r.ends_by > clock_timestamp())
                    ORDER BY r.admission LIMIT room.places FOR UPDATE SKIP LOCKED) q
                WHERE EXISTS (SELECT FROM runs.leases l
                              WHERE l.incarnation = $1 AND NOT l.dead AND l.expires_at > clock_timestamp()))
            UPDATE runs.runs r SET state = 'running', attempt = r.attempt + 1, owner = $1,
                claimed_at = clock_timestamp(),
                deadline_at = coalesce(r.ends_by, clock_timestamp() + make_interval(secs => r.run_seconds))
            FROM picked WHERE r.workspace_id = picked.workspace_id AND r.run_id = picked.run_id
            RETURNING r.workspace_id AS o_workspace_id, r.run_id AS o_run_id, r.attempt AS o_attempt, r.claimed_at AS o_claimed_at, r.deadline_at AS o_deadline_at,
                r.previous_turn AS o_previous_turn, r.trace_id AS o_trace_id, r.losses AS o_losses,
                r.resolution AS o_resolution""";

    private final Statements statements;
    private final RunLists lists;

    public PostgresClaimLedger(Pool pool, UnreadableRuns unreadable) {
        this.statements = new Statements(pool);
        this.lists = new RunLists(statements, unreadable);
    }

    @Override
    public Uni<List<ClaimedRun>> claim(Incarnation owner, Room room) {
        Runners runners = Runners.of(room);
        return lists.list("o_", Rows::claimed, CLAIM, owner.value(), runners.ids(), runners.places())
                .invoke(runs -> {
                    if (!runs.isEmpty()) {
                        Drill.at("orchestrator.30-claimed");
                    }
                });
    }
}
