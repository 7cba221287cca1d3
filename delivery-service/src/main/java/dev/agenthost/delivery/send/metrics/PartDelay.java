package dev.agenthost.delivery.send.metrics;

import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.watch.metrics.Stage;
import dev.agenthost.watch.metrics.Timers;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;

/** {@code part.delay}: each part, once, from its making until it is delivered or given up, whoever told how it ended. */
@Singleton
public class PartDelay {
    private final MeterProvider<Timer> delay;

    PartDelay(MeterRegistry registry, Stage stage) {
        this.delay = Timers.named(stage.metric("part.delay"), "Parts, from their making until they are settled")
                .withRegistry(registry);
    }

    public void settled(String surface, SendStatus outcome, Duration age) {
        delay.withTags("surface", surface, "outcome", outcome.stored()).record(age);
    }
}
