package dev.agenthost.orchestrator.lifecycle.postgres;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.util.List;

/**
 * Opens pools without the connection timeout of the client. The client (4.5) does not stop that timer if no connection is available:
 * half a minute later it fires for a completed result, and each statement of an outage logs "Uncaught exception: Result is already
 * complete". Callers apply their own time limits.
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
