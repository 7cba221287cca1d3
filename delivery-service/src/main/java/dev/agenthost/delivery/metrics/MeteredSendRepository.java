package dev.agenthost.delivery.metrics;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.platform.observability.LogKey;
import dev.agenthost.platform.observability.Step;
import dev.agenthost.platform.observability.StepRecorder;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.platform.observability.metrics.Timers;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * {@code send}: the time of each call from its claim to its outcome, by surface and outcome ({@code retry} is sent again later, {@code
 * handed_over} waits for an adapter's receipt). A call that ends a part also counts for {@link PartDelayTimer}. Also records the step
 * of each call.
 */
@Decorator
@Priority(1)
abstract class MeteredSendRepository implements SendRepository {
    private static final String RETRY = "retry";
    private static final Set<String> SUCCESSFUL =
            Set.of(SendStatus.DELIVERED.stored(), SendStatus.HANDED_OVER.stored());

    private final SendRepository repository;
    private final SendPolicy policy;
    private final MeterProvider<Timer> send;
    private final PartDelayTimer partDelay;
    private final StepRecorder journal;

    @Inject
    MeteredSendRepository(
            @Any @Delegate SendRepository repository,
            SendPolicy policy,
            PartDelayTimer partDelay,
            MeterRegistry registry,
            MetricNamespace stage,
            StepRecorder journal) {
        this.repository = repository;
        this.policy = policy;
        this.send = Timers.named(stage.metric("send"), "Time from the claim of a send to its outcome")
                .withRegistry(registry);
        this.partDelay = partDelay;
        this.journal = journal;
    }

    @Override
    public Uni<Boolean> finish(ClaimedSend claimed, SendStatus status, byte[] receipt) {
        Duration elapsed = sinceClaim(claimed);
        return repository.finish(claimed, status, receipt).invoke(holdsClaim -> {
            if (holdsClaim) {
                record(claimed, status.stored(), elapsed);
                partDelay.settled(surface(claimed), status, claimed.age().plus(sinceClaim(claimed)));
            }
        });
    }

    @Override
    public Uni<Boolean> handOver(ClaimedSend claimed) {
        Duration elapsed = sinceClaim(claimed);
        return repository.handOver(claimed).invoke(holdsClaim -> {
            if (holdsClaim) {
                record(claimed, SendStatus.HANDED_OVER.stored(), elapsed);
            }
        });
    }

    @Override
    public Uni<Boolean> retry(ClaimedSend claimed, Duration after) {
        Duration elapsed = sinceClaim(claimed);
        return repository.retry(claimed, after).invoke(holdsClaim -> {
            if (holdsClaim) {
                record(claimed, RETRY, elapsed);
            }
        });
    }

    @Override
    public Uni<Boolean> postpone(ClaimedSend claimed, Duration after) {
        Duration elapsed = sinceClaim(claimed);
        return repository.postpone(claimed, after).invoke(holdsClaim -> {
            if (holdsClaim) {
                record(claimed, RETRY, elapsed);
            }
        });
    }

    private void record(ClaimedSend claimed, String outcome, Duration elapsed) {
        send.withTags("surface", surface(claimed), "outcome", outcome).record(elapsed);
        journal.done(() -> new Step(
                "send part",
                claimed.send().traceparent(),
                Instant.now().minus(elapsed),
                elapsed,
                keys(claimed),
                SUCCESSFUL.contains(outcome) ? null : outcome));
    }

    private Duration sinceClaim(ClaimedSend claimed) {
        return Duration.ofNanos(System.nanoTime() - claimed.staleAt()).plus(policy.usableTerm());
    }

    private static String surface(ClaimedSend claimed) {
        return claimed.send().destination().surface();
    }

    private static Map<LogKey, String> keys(ClaimedSend claimed) {
        Map<LogKey, String> keys = new EnumMap<>(LogKey.class);
        keys.put(LogKey.RUN_ID, claimed.send().key().runId().toString());
        keys.put(LogKey.ATTEMPT, Integer.toString(claimed.attempts()));
        keys.put(LogKey.SURFACE, surface(claimed));
        return keys;
    }
}
