package dev.agenthost.platform.lease.postgres;

import io.quarkus.reactive.datasource.ReactiveDataSource;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnectOptions;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Creates pools of the datasource {@code lease}. Their statements have no client timer: the client (4.5) does not stop it without a
 * connection, and logs an error half a minute later. The caller has its own limit.
 */
@Singleton
@ReactiveDataSource("lease")
class LeasePoolCreator implements PgPoolCreator {
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final Duration term;
    private volatile @Nullable Input datasource;

    LeasePoolCreator(LeaseSettings settings) {
        this.term = settings.term();
        if (term.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("agenthost.lease.term must be at least 1 s");
        }
    }

    @Override
    public Pool create(Input input) {
        datasource = input;
        return another();
    }

    /** Returns a pool like the datasource's first one. */
    Pool another() {
        Input input = Objects.requireNonNull(datasource);
        return PgBuilder.pool()
                .with(new PoolOptions(input.poolOptions()).setConnectionTimeout(0))
                .connectingTo(input.pgConnectOptionsList().stream()
                        .<SqlConnectOptions>map(this::impatient)
                        .toList())
                .using(input.vertx())
                .build();
    }

    private PgConnectOptions impatient(PgConnectOptions server) {
        return new PgConnectOptions(server)
                .setConnectTimeout(
                        Math.toIntExact(LeaseConnection.patience(term).toMillis()));
    }
}
