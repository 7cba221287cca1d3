package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceFairQueue;
import dev.agenthost.orchestrator.lifecycle.ClaimRepository;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.UnreadableRunListener;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.util.List;

/** Claims of queued runs by the function {@code runs.claim_v1}: rows that another replica has locked are skipped. */
public final class PostgresClaimRepository implements ClaimRepository {
    private static final String CLAIM = "SELECT * FROM runs.claim_v1($1, $2::text::jsonb, $3::text::jsonb)";

    private final Statements statements;
    private final RunLists lists;

    public PostgresClaimRepository(Pool pool, UnreadableRunListener unreadable) {
        this.statements = new Statements(pool);
        this.lists = new RunLists(statements, unreadable);
    }

    @Override
    public Uni<List<ClaimedRun>> claim(Incarnation owner, SlotReservation reservation, WorkspaceFairQueue turns) {
        return lists.list(
                        "o_",
                        row -> RunRowMapper.claimed(row).in(reservation.pool(row.getInteger("o_pool"))),
                        CLAIM,
                        owner.value(),
                        SlotPoolJson.json(reservation, turns),
                        SlotPoolJson.weights(turns.weights()))
                .invoke(runs -> {
                    if (!runs.isEmpty()) {
                        FailPoint.at("orchestrator.30-claimed");
                    }
                });
    }
}
