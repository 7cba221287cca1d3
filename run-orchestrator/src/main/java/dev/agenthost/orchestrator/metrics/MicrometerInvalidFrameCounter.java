package dev.agenthost.orchestrator.metrics;

import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.Map;

/** {@code runner.frames.invalid} by kind. */
@Singleton
class MicrometerInvalidFrameCounter implements Frame.InvalidFrameCounter {
    private final Map<Frame.Kind, Counter> counters = new EnumMap<>(Frame.Kind.class);

    MicrometerInvalidFrameCounter(MeterRegistry registry, MetricNamespace stage) {
        for (Frame.Kind kind : Frame.Kind.values()) {
            counters.put(
                    kind,
                    Counter.builder(stage.metric("runner.frames.invalid"))
                            .description("Invalid messages of runners and runtimes, by kind")
                            .tag("kind", kind.label())
                            .register(registry));
        }
    }

    @Override
    public void count(Frame.Kind kind) {
        Counter counter = counters.get(kind);
        if (counter != null) {
            counter.increment();
        }
    }
}
