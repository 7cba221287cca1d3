package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.datalifecycle.ErasureRepository;
import dev.agenthost.context.datalifecycle.RebuildRepository;
import dev.agenthost.context.datalifecycle.RetentionRepository;
import dev.agenthost.context.datalifecycle.StepLoop;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import org.jboss.logging.Logger;

/** Schedules erasure, rebuilds and retention. */
@ApplicationScoped
class DataLifecycleScheduler {
    private static final Logger LOG = Logger.getLogger(DataLifecycleScheduler.class);
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration NOW_AND_THEN = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration LONG_PAUSE = Duration.ofMillis(50);

    private final RetentionRepository retentions;
    private final StepLoop erasing;
    private final StepLoop rebuilding;
    private final StepLoop dropping;
    private final StepLoop retaining;

    DataLifecycleScheduler(ErasureRepository erasures, RebuildRepository rebuilds, RetentionRepository retentions) {
        this.retentions = retentions;
        erasing = new StepLoop("an erasure", erasures::step, PAUSE);
        rebuilding = new StepLoop("a rebuild", rebuilds::step, PAUSE);
        dropping = new StepLoop("dropping a month", this::drop, LONG_PAUSE);
        retaining = new StepLoop("retention", retentions::step, LONG_PAUSE);
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        vertx.setPeriodic(SOON.toMillis(), timer -> erasing.run());
        vertx.setPeriodic(SOON.toMillis(), timer -> rebuilding.run());
        vertx.setPeriodic(NOW_AND_THEN.toMillis(), timer -> dropping.run());
        vertx.setPeriodic(NOW_AND_THEN.toMillis(), timer -> retaining.run());
    }

    void stop(@Observes ShutdownEvent event) {
        erasing.close();
        rebuilding.close();
        dropping.close();
        retaining.close();
    }

    /** Drops all due partitions in one step. */
    private Uni<Boolean> drop() {
        return retentions.drop().map(dropped -> {
            if (dropped > 0) {
                LOG.infof("dropped %d partitions of the event log beyond every retention", dropped);
            }
            return false;
        });
    }
}
