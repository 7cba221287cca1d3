package dev.agenthost.delivery.metrics;

import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.platform.observability.metrics.Timers;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;

/** {@code part.delay}: each part, once, from its creation until its final outcome. */
@Singleton
public class PartDelayTimer {
    private final MeterProvider<Timer> delay;

    PartDelayTimer(MeterRegistry registry, MetricNamespace stage) {
        this.delay = Timers.named(stage.metric("part.delay"), "Time from the creation of a part to its final outcome")
                .withRegistry(registry);
    }

    public void settled(String surface, SendStatus outcome, Duration age) {
        delay.withTags("surface", surface, "outcome", outcome.stored()).record(age);
    }
}
