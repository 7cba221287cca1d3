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

/** On every replica: looks at start and now and then whether the database has pgvector; where it has, the index is filled. */
@ApplicationScoped
class VectorIndexScheduler {
    private static final Logger LOG = Logger.getLogger(VectorIndexScheduler.class);
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration NOW_AND_THEN = Duration.ofMinutes(10);
    private static final Duration BREATH = Duration.ofMillis(10);
    /** One over all vectors that are there takes as long as it takes. */
    private static final Duration FOR_AN_INDEX = Duration.ofDays(1);

    private final VectorIndexSettings settings;
    private final PostgresApproximateVectorIndex index;
    private final StepLoop looking;
    private final StepLoop copying;
    private final AtomicBoolean isThere = new AtomicBoolean();

    VectorIndexScheduler(VectorIndexSettings settings, PostgresApproximateVectorIndex index) {
        this.settings = settings;
        this.index = index;
        looking = new StepLoop("looking for pgvector", this::look, BREATH);
        copying = new StepLoop("filling the index of vectors", index::step, BREATH, FOR_AN_INDEX);
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        if (settings.enabled()) {
            looking.run();
            vertx.setPeriodic(NOW_AND_THEN.toMillis(), timer -> looking.run());
            vertx.setPeriodic(SOON.toMillis(), timer -> copying.run());
        }
    }

    void stop(@Observes ShutdownEvent event) {
        looking.close();
        copying.close();
    }

    private Uni<Boolean> look() {
        return index.look().map(there -> {
            if (isThere.getAndSet(there) != there) {
                LOG.infof("vectors of knowledge are %s", there ? "indexed with pgvector" : "looked at one by one");
            }
            return false;
        });
    }
}
