package dev.agenthost.delivery.run.postgres;

import dev.agenthost.platform.observability.Preparation;
import dev.agenthost.platform.observability.postgres.ConnectionPreparation;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;

/** Prepares the lookup of a run. */
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
                .preparedQuery(PostgresResultProgressRepository.FIND)
                .execute(Tuple.of(workspaces[0], runs[0]))
                .chain(() -> connection
                        .preparedQuery(PostgresResultProgressRepository.LOAD)
                        .execute(Tuple.of(workspaces, runs))));
    }
}
