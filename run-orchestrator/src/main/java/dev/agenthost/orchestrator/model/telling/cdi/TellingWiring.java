package dev.agenthost.orchestrator.model.telling.cdi;

import dev.agenthost.orchestrator.context.http.HttpEmbeddingRegister;
import dev.agenthost.orchestrator.model.telling.EmbeddingTeller;
import dev.agenthost.orchestrator.model.telling.ModelsWritten;
import dev.agenthost.orchestrator.model.telling.postgres.PostgresTellingLedger;
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

/** Looks now and then for what other replicas have left, and at once when something was written here. */
@Singleton
final class TellingWiring {
    private static final Logger LOG = Logger.getLogger(TellingWiring.class);
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final EmbeddingTeller teller;
    private volatile boolean over;
    private long timer;

    TellingWiring(
            Vertx vertx,
            Pool pool,
            @ConfigProperty(name = "agenthost.context-store.url") URI url,
            @ConfigProperty(name = "agenthost.internal-key") String key) {
        this.vertx = vertx;
        this.teller = new EmbeddingTeller(new PostgresTellingLedger(pool), new HttpEmbeddingRegister(vertx, url, key));
    }

    @Produces
    @Singleton
    ModelsWritten written() {
        return this::tell;
    }

    void started(@Observes StartupEvent event) {
        timer = vertx.setPeriodic(EVERY.toMillis(), every -> tell());
    }

    void stopping(@Observes ShutdownEvent event) {
        over = true;
        vertx.cancelTimer(timer);
    }

    private void tell() {
        if (!over) {
            teller.tell().subscribe().with(done -> {}, why -> LOG.warnf("telling of models: %s", why.toString()));
        }
    }
}
