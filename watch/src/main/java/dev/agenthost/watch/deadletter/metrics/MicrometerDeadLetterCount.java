package dev.agenthost.watch.deadletter.metrics;

import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.watch.deadletter.DeadLetterCount;
import dev.agenthost.watch.metrics.Stage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

/** {@code dead.letters} by topic and reason. */
@Singleton
public class MicrometerDeadLetterCount implements DeadLetterCount {
    private final MeterProvider<Counter> letters;

    MicrometerDeadLetterCount(MeterRegistry registry, Stage stage) {
        letters = Counter.builder(stage.metric("dead.letters"))
                .description("Records set aside")
                .withRegistry(registry);
    }

    @Override
    public void setAside(String topic, DeadLetterReason reason) {
        letters.withTags("topic", topic, "reason", reason.wire()).increment();
    }
}
