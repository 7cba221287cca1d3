package dev.agenthost.platform.lease.postgres;

import io.quarkus.reactive.datasource.ReactiveDataSource;
import io.vertx.sqlclient.Pool;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicBoolean;

/** Provides the connection of the lease: the datasource's own pool first, and a new one after each abandoned one. */
@Singleton
class LeaseWiring {
    @Produces
    @Singleton
    LeaseConnection connection(
            @ReactiveDataSource("lease") Pool first,
            @ReactiveDataSource("lease") LeasePoolCreator pools,
            LeaseSettings settings) {
        AtomicBoolean begun = new AtomicBoolean();
        return new LeaseConnection(
                () -> io.vertx.mutiny.sqlclient.Pool.newInstance(
                        begun.compareAndSet(false, true) ? first : pools.another()),
                settings.term());
    }

    void close(@Disposes LeaseConnection connection) {
        connection.close();
    }
}
