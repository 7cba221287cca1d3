package dev.agenthost.gateway.metrics;

import dev.agenthost.gateway.deadletter.RedriveCounter;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;

/** {@code redrives} by topic and outcome. */
public final class MicrometerRedriveCounter implements RedriveCounter {
    private final MeterProvider<Counter> redrives;

    public MicrometerRedriveCounter(MeterRegistry registry, MetricNamespace stage) {
        redrives = Counter.builder(stage.metric("redrives"))
                .description("Dead letters that requests to redrive settled")
                .withRegistry(registry);
    }

    @Override
    public void count(String topic, String outcome, long records) {
        redrives.withTags("topic", topic, "outcome", outcome).increment(records);
    }
}
