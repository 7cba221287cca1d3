package dev.agenthost.gateway.raw;

import dev.agenthost.gateway.raw.RawOutcome.LeftOut;
import dev.agenthost.gateway.raw.RawOutcome.Why;
import dev.agenthost.protocol.entrance.RawPayload;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.raw.RawKept;
import dev.agenthost.protocol.store.raw.RawPut;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has payloads kept before their events go on, and lets no event wait for that longer than its patience. A payload that is not kept in
 * time is left out: it is there for people who look into what a platform sent, and no answer needs it.
 */
public final class RawKeeper {
    private static final System.Logger LOG = System.getLogger(RawKeeper.class.getName());
    /** How many times its patience a store that fails is left alone. */
    private static final int PAUSE = 20;

    private final Optional<RawStore> store;
    private final Duration patience;
    private final InstantSource clock;
    private final Consumer<RawOutcome> told;
    private Rest rest = Rest.NONE;

    /**
     * @param store empty where there is none
     * @param told hears of everything that an event came with
     */
    public RawKeeper(Optional<RawStore> store, Duration patience, InstantSource clock, Consumer<RawOutcome> told) {
        this.store = store;
        this.patience = patience;
        this.clock = clock;
        this.told = told;
    }

    /** Completes within the patience, and never fails. */
    public CompletableFuture<RawOutcome> keep(EventEnvelope event, RawPayload payload) {
        return switch (payload) {
            case RawPayload.Nothing() -> CompletableFuture.completedFuture(new RawOutcome.Nothing());
            case RawPayload.TooLarge() -> leftOut(Why.TOO_LARGE).whenComplete(this::tell);
            case RawPayload.Scrubbed scrubbed -> kept(event, scrubbed).whenComplete(this::tell);
        };
    }

    /** Where nobody can wait for it any more: asks nobody. */
    CompletableFuture<RawOutcome> leaveOut(RawPayload payload) {
        return switch (payload) {
            case RawPayload.Nothing() -> CompletableFuture.completedFuture(new RawOutcome.Nothing());
            case RawPayload.TooLarge() -> leftOut(Why.TOO_LARGE).whenComplete(this::tell);
            case RawPayload.Scrubbed scrubbed -> leftOut(Why.UNAVAILABLE).whenComplete(this::tell);
        };
    }

    /** For what comes together. */
    public RawTurn turn() {
        return new RawTurn(this, patience, clock);
    }

    private CompletableFuture<RawOutcome> kept(EventEnvelope event, RawPayload.Scrubbed payload) {
        if (store.isEmpty() || isResting()) {
            return leftOut(Why.UNAVAILABLE);
        }
        // A copy: what is late does not end the question itself.
        return store.get()
                .keep(RawPut.of(event, payload.bytes()))
                .toCompletableFuture()
                .copy()
                .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .handle(this::outcome);
    }

    private RawOutcome outcome(@Nullable RawAnswer answer, @Nullable Throwable failure) {
        if (answer == null) {
            if (failed()) {
                LOG.log(System.Logger.Level.WARNING, "raw payloads are left out for a while: " + failure);
            }
            return new LeftOut(Why.UNAVAILABLE);
        }
        return switch (answer) {
            case RawAnswer.NoRoom() -> new LeftOut(Why.UNAVAILABLE);
            case RawAnswer.Told(RawKept kept) -> {
                wentWell();
                String artifactId = kept.artifactId();
                yield artifactId == null ? new LeftOut(Why.FORGOTTEN) : new RawOutcome.Kept(artifactId);
            }
        };
    }

    private synchronized boolean isResting() {
        return !rest.isOver(clock.instant());
    }

    /** @return whether it is left alone from now on */
    private synchronized boolean failed() {
        Instant now = clock.instant();
        if (!rest.isOver(now)) {
            return false;
        }
        rest = rest.failed(now, patience.multipliedBy(PAUSE));
        return !rest.isOver(now);
    }

    private synchronized void wentWell() {
        rest = Rest.NONE;
    }

    private void tell(RawOutcome outcome, @Nullable Throwable none) {
        told.accept(outcome);
    }

    private static CompletableFuture<RawOutcome> leftOut(Why why) {
        return CompletableFuture.completedFuture(new LeftOut(why));
    }
}
