package dev.agenthost.orchestrator.flowcontrol.postgres;

import dev.agenthost.orchestrator.flowcontrol.Rate;
import dev.agenthost.orchestrator.flowcontrol.RateBucketRepository;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/** {@link RateBucketRepository} in a table: one row a bucket, refilled by the database's clock, taken from by one function. */
@Singleton
public final class PostgresRateBucketRepository implements RateBucketRepository {
    private static final String TAKE = "SELECT runs.take_tokens_v1($1, $2, $3, $4, $5, $6) AS taken";

    /** Every bucket is full after a minute. */
    private static final String SWEEP =
            "DELETE FROM runs.rates WHERE filled_at < clock_timestamp() - interval '1 hour'";

    /** A call waits no longer for its turn to be counted. */
    private static final Duration LIMIT = Duration.ofMillis(500);

    private final Pool pool;

    public PostgresRateBucketRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Double> take(String workspaceId, RateKind kind, double minimum, double requested, Rate rate) {
        return pool.preparedQuery(TAKE)
                .execute(Tuple.from(
                        List.of(workspaceId, kind.wire(), minimum, requested, rate.perSecond(), rate.burst())))
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(rows -> rows.iterator().next().getDouble("taken"));
    }

    @Override
    public Uni<Void> sweep() {
        return pool.query(SWEEP).execute().replaceWithVoid();
    }
}
