package dev.agenthost.gateway.intake;

import dev.agenthost.gateway.inbound.RawPayload;
import dev.agenthost.gateway.rawpayload.RawPayloadOutcome;
import dev.agenthost.gateway.rawpayload.RawPayloadWriter;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.topic.Traceparent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Stores the payload of an event and publishes the event, for a caller that waits for Kafka. */
public final class EventIntake {
    private final RawPayloadWriter payloads;
    private final EventProducer events;
    private final Duration timeout;
    private final RecentEvents recent;
    private final Consumer<String> failures;

    /**
     * @param timeout longest time for which the caller waits for Kafka
     * @param failures receives a line for each event that Kafka did not take
     */
    public EventIntake(
            RawPayloadWriter payloads,
            EventProducer events,
            Duration timeout,
            RecentEvents recent,
            Consumer<String> failures) {
        this.payloads = payloads;
        this.events = events;
        this.timeout = timeout;
        this.recent = recent;
        this.failures = failures;
    }

    /** Returns true if this replica accepted the same event lately: it is on Kafka, and need not be published again. */
    public boolean isRepetition(EventEnvelope envelope) {
        return recent.isKnown(envelope);
    }

    /** @param traceparent the caller's trace, not validated */
    public IntakeResult accept(EventEnvelope envelope, RawPayload raw, @Nullable String traceparent)
            throws InterruptedException {
        if (recent.isAnother(envelope)) {
            return new IntakeResult.Conflict();
        }
        RawPayloadOutcome kept = payloads.keep(envelope, raw).join();
        FailPoint.at("gateway.10-accepted");
        String trace = Traceparent.of(
                traceparent, envelope.eventId(), RunIds.of(envelope.workspaceId(), envelope.eventId(), 0));
        Optional<Exception> failure = publish(kept.in(envelope), trace);
        if (failure.isPresent()) {
            failures.accept("event not stored: eventId=" + envelope.eventId() + " errorCode=" + failure.get());
            return new IntakeResult.Unavailable();
        }
        recent.accepted(envelope);
        FailPoint.at("gateway.20-published");
        return new IntakeResult.Published(kept);
    }

    private Optional<Exception> publish(EventEnvelope envelope, String traceparent) throws InterruptedException {
        try {
            events.publish(envelope, traceparent).toCompletableFuture().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return Optional.empty();
        } catch (ExecutionException | TimeoutException failure) {
            return Optional.of(failure);
        }
    }
}
