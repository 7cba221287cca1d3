package dev.agenthost.delivery.receipt.metrics;

import dev.agenthost.delivery.receipt.HandedOver;
import dev.agenthost.delivery.receipt.HandedOverLedger;
import dev.agenthost.delivery.receipt.Outcome;
import dev.agenthost.delivery.send.metrics.PartDelay;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import java.time.Duration;

/** Counts a part of an adapter where its end is written: by its receipt, or because there was none for too long. */
@Decorator
@Priority(1)
abstract class MeasuredHandedOver implements HandedOverLedger {
    private final HandedOverLedger ledger;
    private final PartDelay delay;

    @Inject
    MeasuredHandedOver(@Any @Delegate HandedOverLedger ledger, PartDelay delay) {
        this.ledger = ledger;
        this.delay = delay;
    }

    @Override
    public Uni<Boolean> close(HandedOver part, Outcome outcome) {
        long began = System.nanoTime();
        return ledger.close(part, outcome).invoke(isFirst -> {
            if (isFirst) {
                Duration took = Duration.ofNanos(System.nanoTime() - began);
                delay.settled(part.adapter(), outcome.status(), part.age().plus(took));
            }
        });
    }
}
