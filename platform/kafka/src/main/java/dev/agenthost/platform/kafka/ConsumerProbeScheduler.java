package dev.agenthost.platform.kafka;

import dev.agenthost.platform.observability.IntakeMeter;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Reads the lags and probes the consumers at fixed intervals, on one thread. */
@ApplicationScoped
class ConsumerProbeScheduler {
    private static final Logger LOG = Logger.getLogger(ConsumerProbeScheduler.class);

    private final ConsumerLagProbe probe;
    private final IntakeMeter intake;
    private final RetryStatus retries;
    private final Duration probeInterval;
    private final Duration lagInterval;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("consumer-probe").factory());

    ConsumerProbeScheduler(
            ConsumerLagProbe probe,
            IntakeMeter intake,
            RetryStatus retries,
            @ConfigProperty(name = "agenthost.observability.probe-interval", defaultValue = "5s")
                    Duration probeInterval,
            @ConfigProperty(name = "agenthost.observability.lag-interval", defaultValue = "500ms")
                    Duration lagInterval) {
        this.probe = probe;
        this.intake = intake;
        this.retries = retries;
        this.probeInterval = probeInterval;
        this.lagInterval = lagInterval;
    }

    void start(@Observes StartupEvent started) {
        // The first probe runs one interval after the start, which must not be delayed.
        every(probeInterval, this::probeConsumers);
        every(lagInterval, this::readLags);
    }

    private void every(Duration interval, Runnable task) {
        timer.scheduleWithFixedDelay(task, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    void stop(@Observes ShutdownEvent stopping) {
        // The thread that reads lags owns their client.
        timer.execute(probe::close);
        timer.shutdown();
    }

    private void readLags() {
        try {
            intake.publishRetries(retries.retriesBySource());
            probe.readLags();
            intake.publishLag();
        } catch (RuntimeException why) {
            LOG.warn("lags cannot be read; they are read again", why);
        }
    }

    private void probeConsumers() {
        try {
            probe.probeAll();
        } catch (RuntimeException why) {
            LOG.warn("consumers cannot be probed; they are probed again", why);
        }
    }
}
