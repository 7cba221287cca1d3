package dev.agenthost.gateway.rawpayload;

import dev.agenthost.gateway.inbound.RawPayload;
import dev.agenthost.protocol.event.EventEnvelope;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The payloads of events that came together. Once these events have waited for as long as their keeper is patient, the payloads that are
 * left are left out: a flood of them costs the events behind it two patiences at most, and not one for each. Used by one thread.
 */
public final class RawPayloadBatch {
    private final RawPayloadWriter keeper;
    private final Duration patience;
    private final LongSupplier nanos;
    private Duration waited = Duration.ZERO;

    RawPayloadBatch(RawPayloadWriter keeper, Duration patience, LongSupplier nanos) {
        this.keeper = keeper;
        this.patience = patience;
        this.nanos = nanos;
    }

    /** Completes within the patience, and never fails. */
    public CompletableFuture<RawPayloadOutcome> keep(EventEnvelope event, RawPayload payload) {
        return waited.compareTo(patience) < 0 ? keeper.keep(event, payload) : keeper.leaveOut(payload);
    }

    /** Waits for one, and counts how long. */
    public RawPayloadOutcome await(CompletableFuture<RawPayloadOutcome> outcome) {
        long before = nanos.getAsLong();
        RawPayloadOutcome known = outcome.join();
        waited = waited.plusNanos(nanos.getAsLong() - before);
        return known;
    }
}
