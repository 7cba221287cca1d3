package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.lifecycle.admission.Admission;
import dev.agenthost.orchestrator.lifecycle.admission.TurnMode;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.platform.observability.Preparation;
import dev.agenthost.platform.observability.postgres.ConnectionPreparation;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Admits a sample run and rolls it back; ends and releases no run. */
@ApplicationScoped
class RunRepositoryPreparation implements Preparation {
    private final Pool pool;

    RunRepositoryPreparation(Pool pool) {
        this.pool = pool;
    }

    @Override
    public void prepare() {
        ConnectionPreparation.prepare(pool, RunRepositoryPreparation::statements);
    }

    private static Uni<?> statements(SqlConnection connection) {
        var owner = UUID.randomUUID();
        String reservation = SlotPoolJson.json(SlotReservation.NONE);
        return execute(
                        connection,
                        PostgresAdmissionRepository.ADMIT,
                        new AdmissionColumns(List.of(admission())).with(owner, reservation, List.of()))
                .chain(() -> execute(
                        connection, PostgresRunTerminationRepository.STORE, new RunTerminationColumns(List.of()).all()))
                .chain(() -> execute(
                        connection,
                        PostgresRunTerminationRepository.MARK,
                        new String[0],
                        new UUID[0],
                        new String[0],
                        owner,
                        reservation));
    }

    private static Uni<?> execute(SqlConnection connection, String sql, @Nullable Object... values) {
        return connection.preparedQuery(sql).execute(Tuple.newInstance(io.vertx.sqlclient.Tuple.wrap(values)));
    }

    /** Returns an admission with new ids, so that no other admission waits for it. */
    private static Admission admission() {
        var id = UUID.randomUUID();
        return new Admission(
                new RunKey("preparation", new RunId(id)),
                id.toString(),
                new RecordPosition(Topics.RUN_REQUESTS, 0, 0),
                TurnMode.SERIAL,
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
