package dev.agenthost.gateway.rawpayload;

import dev.agenthost.gateway.inbound.RawPayload;
import dev.agenthost.gateway.rawpayload.RawPayloadOutcome.LeftOut;
import dev.agenthost.gateway.rawpayload.RawPayloadOutcome.Why;
import dev.agenthost.platform.egress.CircuitBreaker;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.RawPayloadStored;
import dev.agenthost.protocol.store.RawPayloadWrite;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores payloads before their events are published, and delays no event beyond a timeout. A payload that is not stored
 * in time is left out: people use it to inspect a platform's data, and no answer needs it.
 */
public final class RawPayloadWriter {
    private static final System.Logger LOG = System.getLogger(RawPayloadWriter.class.getName());
    /** Consecutive failures after which the store gets no requests for a while. */
    private static final int FAILURES = 3;
    /** Length of the pause of a failing store, in multiples of the timeout. */
    private static final int PAUSE = 20;

    private final Optional<RawPayloadClient> store;
    private final Duration patience;
    private final LongSupplier nanos;
    private final Consumer<RawPayloadOutcome> outcomes;
    private final CircuitBreaker breaker;

    /**
     * @param store empty if none is configured
     * @param nanos this process's monotonic clock
     * @param outcomes receives the outcome of every payload
     */
    public RawPayloadWriter(
            Optional<RawPayloadClient> store,
            Duration patience,
            LongSupplier nanos,
            Consumer<RawPayloadOutcome> outcomes) {
        this.store = store;
        this.patience = patience;
        this.nanos = nanos;
        this.outcomes = outcomes;
        Duration pause = patience.multipliedBy(PAUSE);
        this.breaker = new CircuitBreaker(new CircuitBreaker.Policy(FAILURES, pause, pause));
    }

    /** Completes within the timeout, and never fails. */
    public CompletableFuture<RawPayloadOutcome> keep(EventEnvelope event, RawPayload payload) {
        return switch (payload) {
            case RawPayload.Nothing() -> CompletableFuture.completedFuture(new RawPayloadOutcome.Nothing());
            case RawPayload.TooLarge() -> leftOut(Why.TOO_LARGE).whenComplete(this::tell);
            case RawPayload.Scrubbed scrubbed -> kept(event, scrubbed).whenComplete(this::tell);
        };
    }

    /** Leaves a payload out without a request, when the time is over. */
    CompletableFuture<RawPayloadOutcome> leaveOut(RawPayload payload) {
        return switch (payload) {
            case RawPayload.Nothing() -> CompletableFuture.completedFuture(new RawPayloadOutcome.Nothing());
            case RawPayload.TooLarge() -> leftOut(Why.TOO_LARGE).whenComplete(this::tell);
            case RawPayload.Scrubbed scrubbed -> leftOut(Why.UNAVAILABLE).whenComplete(this::tell);
        };
    }

    /** Returns a batch for records that are processed together. */
    public RawPayloadBatch turn() {
        return new RawPayloadBatch(this, patience, nanos);
    }

    private CompletableFuture<RawPayloadOutcome> kept(EventEnvelope event, RawPayload.Scrubbed payload) {
        if (store.isEmpty() || breaker.isOpen(nanos.getAsLong())) {
            return leftOut(Why.UNAVAILABLE);
        }
        // A copy, because the timeout must not cancel the request itself.
        return store.get()
                .keep(RawPayloadWrite.of(event, payload.bytes()))
                .toCompletableFuture()
                .copy()
                .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .handle(this::outcome);
    }

    private RawPayloadOutcome outcome(@Nullable RawPayloadResponse answer, @Nullable Throwable failure) {
        if (answer == null) {
            if (breaker.recordFailure(nanos.getAsLong())) {
                LOG.log(System.Logger.Level.WARNING, "raw payloads are omitted after a failure: " + failure);
            }
            return new LeftOut(Why.UNAVAILABLE);
        }
        return switch (answer) {
            case RawPayloadResponse.NoRoom() -> new LeftOut(Why.UNAVAILABLE);
            case RawPayloadResponse.Answered(RawPayloadStored kept) -> {
                breaker.recordSuccess(nanos.getAsLong());
                String artifactId = kept.artifactId();
                yield artifactId == null ? new LeftOut(Why.FORGOTTEN) : new RawPayloadOutcome.Stored(artifactId);
            }
        };
    }

    private void tell(RawPayloadOutcome outcome, @Nullable Throwable none) {
        outcomes.accept(outcome);
    }

    private static CompletableFuture<RawPayloadOutcome> leftOut(Why why) {
        return CompletableFuture.completedFuture(new LeftOut(why));
    }
}
