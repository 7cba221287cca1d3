package dev.agenthost.delivery.metrics;

import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.platform.observability.metrics.Timers;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;

/** {@code part.delay}: each part, once, from its making until it is delivered or given up, whoever told how it ended. */
@Singleton
public class PartDelayTimer {
    private final MeterProvider<Timer> delay;

    PartDelayTimer(MeterRegistry registry, MetricNamespace stage) {
        this.delay = Timers.named(stage.metric("part.delay"), "Parts, from their making until they are settled")
                .withRegistry(registry);
    }

    public void settled(String surface, SendStatus outcome, Duration age) {
        delay.withTags("surface", surface, "outcome", outcome.stored()).record(age);
    }
}
