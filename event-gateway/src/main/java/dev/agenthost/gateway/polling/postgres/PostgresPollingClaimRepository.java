package dev.agenthost.gateway.polling.postgres;

import dev.agenthost.gateway.polling.PollingClaim;
import dev.agenthost.gateway.polling.PollingClaimRepository;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlResult;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Optional;

/** The table {@code gateway.polling_claims}. */
public final class PostgresPollingClaimRepository implements PollingClaimRepository {
    // A holder that lost the answer to its claim claims again.
    private static final String CLAIM = """
            INSERT INTO gateway.polling_claims AS c (bot_id, holder, epoch) VALUES ($1, $2, 1)
            ON CONFLICT (bot_id) DO UPDATE SET holder = excluded.holder, epoch = c.epoch + 1, connected = false, problem = NULL
            WHERE c.holder IS NULL OR c.holder = excluded.holder
            RETURNING epoch
            """;
    private static final String RELEASE =
            "UPDATE gateway.polling_claims SET holder = NULL WHERE bot_id = $1 AND holder = $2 AND epoch = $3";
    // A dead lease stays dead, so an old snapshot of the leases releases no claim of a live replica.
    private static final String RELEASE_DEAD = """
            UPDATE gateway.polling_claims c SET holder = NULL
            FROM gateway.leases l WHERE l.incarnation = c.holder AND l.dead
            """;

    private final Pool pool;

    public PostgresPollingClaimRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Optional<PollingClaim>> claim(String botId, Incarnation holder) {
        return pool.preparedQuery(CLAIM)
                .execute(Tuple.of(botId, holder.value()))
                .map(rows -> rows.rowCount() == 0
                        ? Optional.empty()
                        : Optional.of(new PollingClaim(
                                botId, holder, rows.iterator().next().getLong("epoch"))));
    }

    @Override
    public Uni<Void> release(PollingClaim claim) {
        return pool.preparedQuery(RELEASE)
                .execute(Tuple.of(claim.botId(), claim.holder().value(), claim.epoch()))
                .replaceWithVoid();
    }

    @Override
    public Uni<Integer> releaseDead() {
        return pool.query(RELEASE_DEAD).execute().map(SqlResult::rowCount);
    }
}
