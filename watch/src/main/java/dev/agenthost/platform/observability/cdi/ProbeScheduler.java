package dev.agenthost.platform.observability.cdi;

import dev.agenthost.platform.kafka.ConsumerLagProbe;
import dev.agenthost.platform.observability.metrics.MicrometerIntakeMeter;
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

/** Looks again and again, on one thread that only starts things. */
@ApplicationScoped
class ProbeScheduler {
    private static final Logger LOG = Logger.getLogger(ProbeScheduler.class);

    private final ConsumerLagProbe looks;
    private final MicrometerIntakeMeter intake;
    private final SampleGauges samples;
    private final Duration pause;
    private final Duration lagPause;
    private final ScheduledExecutorService beat = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("watch").factory());

    ProbeScheduler(
            ConsumerLagProbe looks,
            MicrometerIntakeMeter intake,
            SampleGauges samples,
            ObservabilitySettings settings) {
        this.looks = looks;
        this.intake = intake;
        this.samples = samples;
        this.pause = settings.look();
        this.lagPause = settings.lag();
    }

    void start(@Observes StartupEvent started) {
        // The first look comes a pause after the start, which has better things to do.
        every(pause, this::once);
        every(lagPause, this::readLags);
    }

    private void every(Duration interval, Runnable task) {
        beat.scheduleWithFixedDelay(task, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    void stop(@Observes ShutdownEvent stopping) {
        // The thread that reads lags owns their client.
        beat.execute(looks::close);
        beat.shutdown();
    }

    private void readLags() {
        try {
            looks.readLags();
            intake.sayLag();
        } catch (RuntimeException why) {
            LOG.warn("lags cannot be read; they are read again", why);
        }
    }

    private void once() {
        try {
            looks.lookAtAll();
            samples.takeAll();
        } catch (RuntimeException why) {
            LOG.warn("a look failed and is tried again", why);
        }
    }
}
