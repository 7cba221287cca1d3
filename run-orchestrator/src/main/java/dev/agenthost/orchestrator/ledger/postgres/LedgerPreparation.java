package dev.agenthost.orchestrator.ledger.postgres;

import dev.agenthost.orchestrator.admission.Admission;
import dev.agenthost.orchestrator.admission.Standing;
import dev.agenthost.orchestrator.ledger.postgres.row.AdmissionColumns;
import dev.agenthost.orchestrator.ledger.postgres.row.FinishColumns;
import dev.agenthost.orchestrator.ledger.postgres.row.Pools;
import dev.agenthost.orchestrator.room.Room;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.watch.preparation.Preparation;
import dev.agenthost.watch.preparation.postgres.ConnectionPreparation;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Admits a run that nobody asked for and rolls it back; ends and releases none. */
@ApplicationScoped
class LedgerPreparation implements Preparation {
    private final Pool pool;

    LedgerPreparation(Pool pool) {
        this.pool = pool;
    }

    @Override
    public void prepare() {
        ConnectionPreparation.prepare(pool, LedgerPreparation::statements);
    }

    private static Uni<?> statements(SqlConnection connection) {
        var owner = UUID.randomUUID();
        String room = Pools.json(Room.NONE);
        return execute(
                        connection,
                        PostgresAdmissionLedger.ADMIT,
                        new AdmissionColumns(List.of(admission())).with(owner, room))
                .chain(() -> execute(connection, PostgresFinishLedger.STORE, new FinishColumns(List.of()).all()))
                .chain(() -> execute(
                        connection, PostgresFinishLedger.MARK, new String[0], new UUID[0], new String[0], owner, room));
    }

    private static Uni<?> execute(SqlConnection connection, String sql, @Nullable Object... values) {
        return connection.preparedQuery(sql).execute(Tuple.newInstance(io.vertx.sqlclient.Tuple.wrap(values)));
    }

    /** Its ids are new, so that no admission waits for another. */
    private static Admission admission() {
        var id = UUID.randomUUID();
        return new Admission(
                new RunKey("preparation", new RunId(id)),
                id.toString(),
                new RecordPosition(Topics.RUN_REQUESTS, 0, 0),
                Standing.SERIAL,
                "",
                RetryPolicy.NEVER,
                1,
                1,
                null,
                null,
                "",
                null);
    }
}
