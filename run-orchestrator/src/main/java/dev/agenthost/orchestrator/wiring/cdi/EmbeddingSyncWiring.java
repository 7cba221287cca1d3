package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.context.http.HttpEmbeddingModelRegistry;
import dev.agenthost.orchestrator.model.EmbeddingModelSync;
import dev.agenthost.orchestrator.model.ModelChangeListener;
import dev.agenthost.orchestrator.model.postgres.PostgresEmbeddingSyncRepository;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Synchronizes embedding models periodically, for changes that other replicas left, and at once after a write on this replica. */
@Singleton
final class EmbeddingSyncWiring {
    private static final Logger LOG = Logger.getLogger(EmbeddingSyncWiring.class);
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final EmbeddingModelSync sync;
    private volatile boolean over;
    private long timer;

    EmbeddingSyncWiring(
            Vertx vertx,
            Pool pool,
            @ConfigProperty(name = "agenthost.context-store.url") URI url,
            @ConfigProperty(name = "agenthost.internal-key") String key) {
        this.vertx = vertx;
        this.sync = new EmbeddingModelSync(
                new PostgresEmbeddingSyncRepository(pool), new HttpEmbeddingModelRegistry(vertx, url, key));
    }

    @Produces
    @Singleton
    ModelChangeListener listener() {
        return this::synchronize;
    }

    void started(@Observes StartupEvent event) {
        timer = vertx.setPeriodic(EVERY.toMillis(), every -> synchronize());
    }

    void stopping(@Observes ShutdownEvent event) {
        over = true;
        vertx.cancelTimer(timer);
    }

    private void synchronize() {
        if (!over) {
            sync.synchronize()
                    .subscribe()
                    .with(done -> {}, why -> LOG.warnf("synchronization of embedding models: %s", why.toString()));
        }
    }
}
