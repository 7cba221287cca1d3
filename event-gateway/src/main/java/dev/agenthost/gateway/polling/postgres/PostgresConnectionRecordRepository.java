package dev.agenthost.gateway.polling.postgres;

import dev.agenthost.gateway.polling.ConnectionRecord;
import dev.agenthost.gateway.polling.ConnectionRecordRepository;
import dev.agenthost.gateway.polling.PollingClaim;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;

/** The columns of {@code gateway.polling_claims} that the holder writes. The epoch of the same row guards them. */
public final class PostgresConnectionRecordRepository implements ConnectionRecordRepository {
    private static final String READ =
            "SELECT position, connected AND holder IS NOT NULL, problem FROM gateway.polling_claims WHERE bot_id = $1";
    private static final String STORE = """
            UPDATE gateway.polling_claims SET position = $4, connected = $5, problem = $6
            WHERE bot_id = $1 AND holder = $2 AND epoch = $3
            """;

    private final Pool pool;

    public PostgresConnectionRecordRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<ConnectionRecord> read(String botId) {
        return pool.preparedQuery(READ).execute(Tuple.of(botId)).map(rows -> {
            if (rows.rowCount() == 0) {
                return ConnectionRecord.NONE;
            }
            Row row = rows.iterator().next();
            return new ConnectionRecord(row.getString(0), row.getBoolean(1), row.getString(2));
        });
    }

    @Override
    public Uni<Boolean> store(PollingClaim claim, ConnectionRecord current) {
        return pool.preparedQuery(STORE)
                .execute(Tuple.tuple()
                        .addValue(claim.botId())
                        .addValue(claim.holder().value())
                        .addValue(claim.epoch())
                        .addValue(current.position())
                        .addValue(current.isConnected())
                        .addValue(current.problem()))
                .map(rows -> rows.rowCount() == 1);
    }
}
