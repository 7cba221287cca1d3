package dev.agenthost.gateway.raw;

import dev.agenthost.protocol.entrance.RawPayload;
import dev.agenthost.protocol.event.EventEnvelope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/**
 * The payloads of events that came together. Once these events have waited for as long as their keeper is patient, the payloads that are
 * left are left out: a flood of them costs the events behind it two patiences at most, and not one for each. Used by one thread.
 */
public final class RawTurn {
    private final RawKeeper keeper;
    private final Duration patience;
    private final InstantSource clock;
    private Duration waited = Duration.ZERO;

    RawTurn(RawKeeper keeper, Duration patience, InstantSource clock) {
        this.keeper = keeper;
        this.patience = patience;
        this.clock = clock;
    }

    /** Completes within the patience, and never fails. */
    public CompletableFuture<RawOutcome> keep(EventEnvelope event, RawPayload payload) {
        return waited.compareTo(patience) < 0 ? keeper.keep(event, payload) : keeper.leaveOut(payload);
    }

    /** Waits for one, and counts how long. */
    public RawOutcome await(CompletableFuture<RawOutcome> outcome) {
        Instant before = clock.instant();
        RawOutcome known = outcome.join();
        waited = waited.plus(Duration.between(before, clock.instant()));
        return known;
    }
}
