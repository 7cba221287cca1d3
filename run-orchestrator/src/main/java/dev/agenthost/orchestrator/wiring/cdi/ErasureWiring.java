package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.context.http.HttpErasedEventSource;
import dev.agenthost.orchestrator.erasure.RunDataErasure;
import dev.agenthost.orchestrator.erasure.postgres.PostgresRunDataRepository;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Carries erasures out periodically. Every replica may do it concurrently. */
@Singleton
final class ErasureWiring {
    private static final Logger LOG = Logger.getLogger(ErasureWiring.class);
    private static final Duration EVERY = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final RunDataErasure erasure;
    private volatile boolean over;
    private long timer;

    ErasureWiring(
            Vertx vertx,
            Pool pool,
            @ConfigProperty(name = "agenthost.context-store.url") URI url,
            @ConfigProperty(name = "agenthost.internal-key") String key) {
        this.vertx = vertx;
        this.erasure =
                new RunDataErasure(new HttpErasedEventSource(vertx, url, key), new PostgresRunDataRepository(pool));
    }

    void started(@Observes StartupEvent event) {
        timer = vertx.setPeriodic(EVERY.toMillis(), every -> round());
    }

    void stopping(@Observes ShutdownEvent event) {
        over = true;
        vertx.cancelTimer(timer);
    }

    private void round() {
        if (!over) {
            erasure.round()
                    .subscribe()
                    .with(done -> {}, why -> LOG.warnf("erasure of data of runs: %s", why.toString()));
        }
    }
}
