package dev.agenthost.delivery.metrics;

import dev.agenthost.delivery.receipt.AdapterHandoff;
import dev.agenthost.delivery.receipt.AdapterHandoffRepository;
import dev.agenthost.delivery.receipt.SendOutcome;
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
abstract class MeteredAdapterHandoffRepository implements AdapterHandoffRepository {
    private final AdapterHandoffRepository ledger;
    private final PartDelayTimer delay;

    @Inject
    MeteredAdapterHandoffRepository(@Any @Delegate AdapterHandoffRepository ledger, PartDelayTimer delay) {
        this.ledger = ledger;
        this.delay = delay;
    }

    @Override
    public Uni<Boolean> close(AdapterHandoff part, SendOutcome outcome) {
        long began = System.nanoTime();
        return ledger.close(part, outcome).invoke(isFirst -> {
            if (isFirst) {
                Duration took = Duration.ofNanos(System.nanoTime() - began);
                delay.settled(part.adapter(), outcome.status(), part.age().plus(took));
            }
        });
    }
}
