package dev.agenthost.gateway.metrics;

import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.platform.observability.LogKey;
import dev.agenthost.platform.observability.Step;
import dev.agenthost.platform.observability.StepRecorder;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.platform.observability.metrics.Timers;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.Topics;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code accept}: each event from when it came until Kafka has it, by transport and outcome; and its step. */
public final class MeteredEventProducer implements EventProducer {
    private final EventProducer log;
    private final String transport;
    private final MeterProvider<Timer> accept;
    private final StepRecorder journal;

    /** @param transport {@code http} or {@code kafka} */
    public MeteredEventProducer(
            EventProducer log, String transport, MeterRegistry registry, MetricNamespace stage, StepRecorder journal) {
        this.log = log;
        this.transport = transport;
        this.accept = Timers.named(
                        stage.metric("accept"), "Time from the decision about an event to its acknowledgement by Kafka")
                .tag("transport", transport)
                .withRegistry(registry);
        this.journal = journal;
    }

    @Override
    public CompletionStage<Void> publish(EventEnvelope envelope, String traceparent) {
        long began = System.nanoTime();
        return log.publish(envelope, traceparent)
                .whenComplete((done, failure) ->
                        finished(envelope, traceparent, Duration.ofNanos(System.nanoTime() - began), failure));
    }

    private void finished(EventEnvelope envelope, String traceparent, Duration took, @Nullable Throwable failure) {
        accept.withTag("outcome", failure == null ? "accepted" : "failed").record(took);
        journal.done(() -> new Step(
                "accept event",
                traceparent,
                Instant.now().minus(took),
                took,
                keys(envelope),
                failure == null ? null : failure.getClass().getSimpleName()));
    }

    private Map<LogKey, String> keys(EventEnvelope envelope) {
        Map<LogKey, String> keys = new EnumMap<>(LogKey.class);
        keys.put(LogKey.EVENT_ID, envelope.eventId().toString());
        keys.put(LogKey.TOPIC, Topics.EVENTS);
        keys.put(LogKey.PARTITION, Integer.toString(envelope.conversationKey().partition()));
        if (envelope.conversationId() != null) {
            keys.put(LogKey.CONVERSATION_ID, envelope.conversationId());
        }
        return keys;
    }
}
