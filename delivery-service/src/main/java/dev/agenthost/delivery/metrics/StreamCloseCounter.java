package dev.agenthost.delivery.metrics;

import dev.agenthost.delivery.stream.StreamCloseListener;
import dev.agenthost.delivery.stream.StreamCloseReason;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;

/** {@code streams.aborted}, by reason. */
@ApplicationScoped
class StreamCloseCounter implements StreamCloseListener {
    private final MeterProvider<Counter> counter;

    StreamCloseCounter(MeterRegistry registry, MetricNamespace stage) {
        this.counter = Counter.builder(stage.metric("streams.aborted"))
                .description("Live streams closed before the end of their run, by reason")
                .withRegistry(registry);
    }

    @Override
    public void closeEarly(StreamCloseReason reason) {
        counter.withTag("reason", reason.label()).increment();
    }
}
