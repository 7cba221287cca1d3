package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.ChangeNotices;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.pgclient.PgConnection;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;

/** {@code LISTEN} on one connection, kept for as long as it lives. */
@ApplicationScoped
class BindingNotices implements ChangeNotices {
    private static final String LISTEN = "listen agenthost_bindings";

    private final Pool pool;

    BindingNotices(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Void> listen(Runnable onChange) {
        return pool.getConnection().chain(pooled -> {
            PgConnection connection = PgConnection.cast(pooled);
            CompletableFuture<Void> closed = new CompletableFuture<>();
            connection.closeHandler(() -> closed.complete(null));
            connection.notificationHandler(notice -> onChange.run());
            return connection
                    .query(LISTEN)
                    .execute()
                    .onFailure()
                    .call(pooled::close)
                    .chain(() -> Uni.createFrom().completionStage(closed));
        });
    }
}
