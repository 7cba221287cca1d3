package dev.agenthost.platform.observability.cdi;

import dev.agenthost.platform.observability.Preparation;
import io.quarkus.arc.All;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Executes every preparation step, one after the other, on its own thread. A service is ready without them: after its predecessor was
 * killed, its consumers wait for their group for seconds, and the steps end earlier; else the first event waits for the rest.
 */
@ApplicationScoped
class PreparationRunner {
    private static final Logger LOG = Logger.getLogger(PreparationRunner.class);

    private final List<Preparation> steps;

    PreparationRunner(@All List<Preparation> steps) {
        this.steps = steps;
    }

    void start(@Observes StartupEvent started) {
        Thread.ofPlatform().daemon().name("preparation").start(this::run);
    }

    private void run() {
        for (Preparation step : steps) {
            long begin = System.nanoTime();
            try {
                step.prepare();
                LOG.debugf("%s took %d ms", step.getClass().getName(), (System.nanoTime() - begin) / 1_000_000);
            } catch (Exception why) {
                LOG.debugf(why, "a step of preparation failed: %s", step);
            }
        }
    }
}
