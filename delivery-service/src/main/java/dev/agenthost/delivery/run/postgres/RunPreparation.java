package dev.agenthost.delivery.run.postgres;

import dev.agenthost.watch.preparation.Preparation;
import dev.agenthost.watch.preparation.postgres.ConnectionPreparation;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;

/** Looks for a run that does not exist. */
@ApplicationScoped
class RunPreparation implements Preparation {
    private final Pool pool;

    RunPreparation(Pool pool) {
        this.pool = pool;
    }

    @Override
    public void prepare() {
        var workspaces = new String[] {"preparation"};
        var runs = new UUID[] {UUID.randomUUID()};
        ConnectionPreparation.prepare(pool, connection -> connection
                .preparedQuery(PostgresRunLedger.FIND)
                .execute(Tuple.of(workspaces[0], runs[0]))
                .chain(() -> connection.preparedQuery(PostgresRunLedger.LOAD).execute(Tuple.of(workspaces, runs))));
    }
}
