package dev.agenthost.delivery;

import dev.agenthost.delivery.run.ResultRecord;
import dev.agenthost.delivery.run.postgres.PostgresResultProgressRepository;
import dev.agenthost.delivery.surface.Adapter;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.flywaydb.core.Flyway;

/** A database with this service's tables, and a pool for each simulated replica. */
public final class DeliveryDatabase implements AutoCloseable {

    private final Vertx vertx = Vertx.vertx();
    private final DatabaseAddress address = PostgresTestDatabase.freshDatabase();
    private final List<Pool> pools = new ArrayList<>();
    private final Pool own;
    private final PostgresResultProgressRepository runs;

    public DeliveryDatabase() {
        migrate("db/delivery");
        own = pool(4);
        runs = new PostgresResultProgressRepository(
                own, new DestinationRouter(List.of(new Adapter("im", "demo", Set.of("bot"), false))));
    }

    public void migrate(String... locations) {
        Flyway.configure()
                .dataSource(address.jdbcUrl(), address.user(), address.password())
                .locations(locations)
                .schemas("delivery")
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                .load()
                .migrate();
    }

    public Vertx vertx() {
        return vertx;
    }

    public Pool pool(int size) {
        Pool pool = Pool.pool(
                vertx,
                PgConnectOptions.fromUri(address.reactiveUrl())
                        .setUser(address.user())
                        .setPassword(address.password()),
                new PoolOptions().setMaxSize(size));
        pools.add(pool);
        return pool;
    }

    /** Stores one webhook part for each payload. */
    public DeliveredRun store(DeliveredRun made, String url, ResultPayload... said) {
        DeliveredRun run = made.toWebhook(url, "HOOK");
        store(run, run.started(), said);
        return run;
    }

    /** Stores one part for each payload, for the surface of that start. */
    public void store(DeliveredRun run, RunStarted started, ResultPayload... said) {
        List<ResultPayload> results = new ArrayList<>(List.of(started));
        results.addAll(List.of(said));
        get(runs.apply(
                List.of(new ResultRecord(1, 7, run.record(1, 1, results.toArray(ResultPayload[]::new)), null)),
                List.of()));
    }

    /** Returns the receipt of a part; empty while it has none. */
    public Optional<DeliveryReceipt> receipt(DeliveredRun run, int part) {
        for (Row row : own.preparedQuery(
                        "SELECT receipt FROM delivery.sends WHERE run_id = $1 AND part = $2 AND receipt IS NOT NULL")
                .executeAndAwait(Tuple.of(run.runId().value(), part))) {
            try {
                return Optional.of(ProtocolCodec.decode(row.getBuffer(0).getBytes(), DeliveryReceipt.class));
            } catch (UndecodableException e) {
                throw new AssertionError(e);
            }
        }
        return Optional.empty();
    }

    /** Truncates all tables; retries, because unfinished work of an earlier test may hold a lock and cause a deadlock. */
    public void empty() {
        get(own.query(
                        "TRUNCATE delivery.runs, delivery.sends, delivery.lanes, delivery.leases, delivery.previews, delivery.call_rates,"
                                + " delivery.takeovers, delivery.outbox")
                .execute()
                .onFailure()
                .retry()
                .atMost(5));
    }

    public void sql(String statement) {
        own.query(statement).executeAndAwait();
    }

    public long number(String question) {
        return own.query(question).executeAndAwait().iterator().next().getLong(0);
    }

    public static <T> T get(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(20));
    }

    @Override
    public void close() {
        pools.forEach(Pool::closeAndAwait);
        vertx.closeAndAwait();
    }
}
