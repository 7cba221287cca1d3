package dev.agenthost.binding.metrics;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.publication.RecordPublisher;
import dev.agenthost.platform.observability.DeadLetterCounter;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.platform.observability.metrics.Timers;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** {@code publish}: records that go out together, until Kafka has them all; and dead letters among them. */
@Decorator
@Priority(1)
abstract class MeteredRecordPublisher implements RecordPublisher {
    private final RecordPublisher publisher;
    private final Timer publish;
    private final DeadLetterCounter deadLetters;

    @Inject
    MeteredRecordPublisher(
            @Any @Delegate RecordPublisher publisher,
            MeterRegistry registry,
            MetricNamespace stage,
            DeadLetterCounter deadLetters) {
        this.publisher = publisher;
        this.publish = Timers.named(stage.metric("publish"), "Time until Kafka acknowledges a group of records")
                .register(registry);
        this.deadLetters = deadLetters;
    }

    @Override
    public Uni<Void> publish(List<OutboundRecord> records) {
        return Uni.createFrom().deferred(() -> {
            long began = System.nanoTime();
            return publisher.publish(records).invoke(() -> done(records, Duration.ofNanos(System.nanoTime() - began)));
        });
    }

    private void done(List<OutboundRecord> records, Duration took) {
        if (records.isEmpty()) {
            return;
        }
        publish.record(took);
        for (OutboundRecord record : records) {
            reason(record)
                    .ifPresent(reason -> deadLetters.deadLettered(
                            record.headers().getOrDefault(DeadLetterHeaders.TOPIC, ""), reason));
        }
    }

    private static Optional<DeadLetterReason> reason(OutboundRecord record) {
        String reason = record.headers().get(DeadLetterHeaders.REASON);
        return Arrays.stream(DeadLetterReason.values())
                .filter(one -> one.wire().equals(reason))
                .findFirst();
    }
}
