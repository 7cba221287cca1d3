package dev.agenthost.platform.observability.metrics;

import dev.agenthost.platform.observability.ConsumerRegistry;
import dev.agenthost.platform.observability.IntakeMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;

/** {@code intake.records}, {@code intake.delay}, {@code intake.batch} by channel, {@code intake.lag} by topic, {@code intake.retries} by source. */
@Singleton
public class MicrometerIntakeMeter implements IntakeMeter {
    private final ConsumerRegistry consumers;
    private final MeterProvider<Counter> records;
    private final MeterProvider<Timer> delay;
    private final MeterProvider<Timer> batch;
    private final MultiGauge lag;
    private final MultiGauge retries;

    MicrometerIntakeMeter(MeterRegistry registry, MetricNamespace stage, ConsumerRegistry consumers) {
        this.consumers = consumers;
        records = Counter.builder(stage.metric("intake.records"))
                .description("Records read from topics")
                .withRegistry(registry);
        delay = Timers.named(
                        stage.metric("intake.delay"),
                        "From a record's writing to its reading, the oldest of each batch")
                .withRegistry(registry);
        batch = Timers.named(stage.metric("intake.batch"), "From a batch's reading to its acknowledgement")
                .withRegistry(registry);
        lag = MultiGauge.builder(stage.metric("intake.lag"))
                .description("Available and unprocessed records in the partitions of this replica")
                .register(registry);
        retries = MultiGauge.builder(stage.metric("intake.retries"))
                .description("Steps that this replica retries now")
                .register(registry);
    }

    @Override
    public void received(String channel, int count, Duration oldest) {
        records.withTag("channel", channel).increment(count);
        delay.withTag("channel", channel).record(oldest);
    }

    @Override
    public void settled(String channel, Duration took, boolean well) {
        batch.withTags("channel", channel, "outcome", well ? "done" : "failed").record(took);
    }

    @Override
    public void publishLag() {
        lag.register(
                consumers.lagByTopic().entrySet().stream()
                        .map(topic -> MultiGauge.Row.of(Tags.of("topic", topic.getKey()), topic.getValue()))
                        .toList(),
                true);
    }

    @Override
    public void publishRetries(Map<String, Long> bySource) {
        retries.register(
                bySource.entrySet().stream()
                        .map(source -> MultiGauge.Row.of(Tags.of("source", source.getKey()), source.getValue()))
                        .toList(),
                true);
    }
}
