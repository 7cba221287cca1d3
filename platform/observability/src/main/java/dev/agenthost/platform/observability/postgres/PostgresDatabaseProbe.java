package dev.agenthost.platform.observability.postgres;

import dev.agenthost.platform.observability.DatabaseProbe;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Probes the database over the connections of the service. */
@ApplicationScoped
public class PostgresDatabaseProbe implements DatabaseProbe {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final Pool pool;

    PostgresDatabaseProbe(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Void> answers() {
        return pool.query("SELECT 1")
                .execute()
                .replaceWithVoid()
                .ifNoItem()
                .after(LIMIT)
                .fail();
    }
}
