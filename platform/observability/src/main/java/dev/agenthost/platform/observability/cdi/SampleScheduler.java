package dev.agenthost.platform.observability.cdi;

import dev.agenthost.platform.observability.metrics.SampleGauges;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Takes all samples at a fixed interval, on one thread that only starts them. */
@ApplicationScoped
class SampleScheduler {
    private static final Logger LOG = Logger.getLogger(SampleScheduler.class);

    private final SampleGauges samples;
    private final Duration interval;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("samples").factory());

    SampleScheduler(SampleGauges samples, ObservabilitySettings settings) {
        this.samples = samples;
        this.interval = settings.probeInterval();
    }

    void start(@Observes StartupEvent started) {
        timer.scheduleWithFixedDelay(this::take, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    void stop(@Observes ShutdownEvent stopping) {
        timer.shutdown();
    }

    private void take() {
        try {
            samples.takeAll();
        } catch (RuntimeException why) {
            LOG.warn("gauges cannot be sampled; the next sample follows", why);
        }
    }
}
