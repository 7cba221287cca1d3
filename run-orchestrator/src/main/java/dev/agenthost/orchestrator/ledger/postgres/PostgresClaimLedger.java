package dev.agenthost.orchestrator.ledger.postgres;

import dev.agenthost.door.drill.Drill;
import dev.agenthost.lease.Incarnation;
import dev.agenthost.orchestrator.claim.ClaimLedger;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.ledger.postgres.row.Pools;
import dev.agenthost.orchestrator.ledger.postgres.row.Rows;
import dev.agenthost.orchestrator.ledger.postgres.row.RunLists;
import dev.agenthost.orchestrator.ledger.postgres.row.Statements;
import dev.agenthost.orchestrator.room.Room;
import dev.agenthost.orchestrator.room.WorkspaceTurns;
import dev.agenthost.orchestrator.run.UnreadableRuns;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.util.List;

/** Claims of queued runs by the function {@code runs.claim_v1}: what another replica is claiming at this moment is passed over. */
public final class PostgresClaimLedger implements ClaimLedger {
    private static final String CLAIM = "SELECT * FROM runs.claim_v1($1, $2::text::jsonb, $3::text::jsonb)";

    private final Statements statements;
    private final RunLists lists;

    public PostgresClaimLedger(Pool pool, UnreadableRuns unreadable) {
        this.statements = new Statements(pool);
        this.lists = new RunLists(statements, unreadable);
    }

    @Override
    public Uni<List<ClaimedRun>> claim(Incarnation owner, Room room, WorkspaceTurns turns) {
        return lists.list(
                        "o_",
                        row -> Rows.claimed(row).in(room.pool(row.getInteger("o_pool"))),
                        CLAIM,
                        owner.value(),
                        Pools.json(room, turns),
                        Pools.weights(turns.weights()))
                .invoke(runs -> {
                    if (!runs.isEmpty()) {
                        Drill.at("orchestrator.30-claimed");
                    }
                });
    }
}
