package dev.agenthost.platform.observability.metrics;

import dev.agenthost.platform.observability.DeadLetterCounter;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

/** {@code dead.letters} by topic and reason. */
@Singleton
public class MicrometerDeadLetterCounter implements DeadLetterCounter {
    private final MeterProvider<Counter> letters;

    MicrometerDeadLetterCounter(MeterRegistry registry, MetricNamespace stage) {
        letters = Counter.builder(stage.metric("dead.letters"))
                .description("Dead-lettered records")
                .withRegistry(registry);
    }

    @Override
    public void deadLettered(String topic, DeadLetterReason reason) {
        letters.withTags("topic", topic, "reason", reason.wire()).increment();
    }
}
