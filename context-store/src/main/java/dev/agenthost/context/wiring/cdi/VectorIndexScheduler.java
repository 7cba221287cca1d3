package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.datalifecycle.StepLoop;
import dev.agenthost.context.semanticsearch.postgres.PostgresApproximateVectorIndex;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/** Runs on every replica: probes the database for pgvector at start and periodically, and fills the vector index if it exists. */
@ApplicationScoped
class VectorIndexScheduler {
    private static final Logger LOG = Logger.getLogger(VectorIndexScheduler.class);
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration NOW_AND_THEN = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofMillis(10);
    /** An index over all existing vectors has no time limit. */
    private static final Duration FOR_AN_INDEX = Duration.ofDays(1);

    private final VectorIndexSettings settings;
    private final PostgresApproximateVectorIndex index;
    private final StepLoop probing;
    private final StepLoop copying;
    private final AtomicBoolean isAvailable = new AtomicBoolean();

    VectorIndexScheduler(VectorIndexSettings settings, PostgresApproximateVectorIndex index) {
        this.settings = settings;
        this.index = index;
        probing = new StepLoop("probe for pgvector", this::probe, PAUSE);
        copying = new StepLoop("filling of the vector index", index::step, PAUSE, FOR_AN_INDEX);
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        if (settings.enabled()) {
            probing.run();
            vertx.setPeriodic(NOW_AND_THEN.toMillis(), timer -> probing.run());
            vertx.setPeriodic(SOON.toMillis(), timer -> copying.run());
        }
    }

    void stop(@Observes ShutdownEvent event) {
        probing.close();
        copying.close();
    }

    private Uni<Boolean> probe() {
        return index.probe().map(available -> {
            if (isAvailable.getAndSet(available) != available) {
                LOG.infof("vectors of knowledge are %s", available ? "indexed with pgvector" : "compared one by one");
            }
            return false;
        });
    }
}
