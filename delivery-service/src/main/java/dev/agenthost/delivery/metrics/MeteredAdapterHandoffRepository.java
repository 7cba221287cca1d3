package dev.agenthost.delivery.metrics;

import dev.agenthost.delivery.receipt.AdapterHandoff;
import dev.agenthost.delivery.receipt.AdapterHandoffRepository;
import dev.agenthost.delivery.receipt.SendOutcome;
import dev.agenthost.platform.kafka.OffsetAdvance;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;

/** Measures the delay of a part of an adapter when its outcome is written: by its receipt, or after its receipt timeout. */
@Decorator
@Priority(1)
abstract class MeteredAdapterHandoffRepository implements AdapterHandoffRepository {
    private final AdapterHandoffRepository repository;
    private final PartDelayTimer delay;

    @Inject
    MeteredAdapterHandoffRepository(@Any @Delegate AdapterHandoffRepository repository, PartDelayTimer delay) {
        this.repository = repository;
        this.delay = delay;
    }

    @Override
    public Uni<Boolean> close(AdapterHandoff part, SendOutcome outcome, List<OffsetAdvance> advances) {
        long start = System.nanoTime();
        return repository.close(part, outcome, advances).invoke(isFirst -> {
            if (isFirst) {
                Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
                delay.settled(part.adapter(), outcome.status(), part.age().plus(elapsed));
            }
        });
    }
}
