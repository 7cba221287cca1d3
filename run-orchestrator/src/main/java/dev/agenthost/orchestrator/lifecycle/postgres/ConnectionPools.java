package dev.agenthost.orchestrator.lifecycle.postgres;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.util.List;

/**
 * Pools whose statements have no timer of the client's own. The client (4.5) forgets to stop that timer when no connection can be
 * had: half a minute later it fires at an answer that was given long ago, and each statement of an outage leaves an "Uncaught
 * exception: Result is already complete" in the log. Whoever asks here has a limit of his own.
 */
public final class ConnectionPools {
    private ConnectionPools() {}

    public static Pool open(Vertx vertx, List<PgConnectOptions> servers, PoolOptions options) {
        return PgBuilder.pool()
                .with(new PoolOptions(options).setConnectionTimeout(0))
                .connectingTo(List.copyOf(servers))
                .using(vertx)
                .build();
    }
}
