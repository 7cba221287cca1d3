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
 * {@code send}: each try from its claim until its outcome is known, by surface and outcome ({@code again} is tried later,
 * {@code handed_over} waits for an adapter's receipt). Those that end a part count for {@link PartDelayTimer} too. And the step of each
 * try.
 */
@Decorator
@Priority(1)
abstract class MeteredSendRepository implements SendRepository {
    private static final String RETRY = "retry";
    private static final Set<String> IS_WELL = Set.of(SendStatus.DELIVERED.stored(), SendStatus.HANDED_OVER.stored());

    private final SendRepository ledger;
    private final SendPolicy policy;
    private final MeterProvider<Timer> send;
    private final PartDelayTimer partDelay;
    private final StepRecorder journal;

    @Inject
    MeteredSendRepository(
            @Any @Delegate SendRepository ledger,
            SendPolicy policy,
            PartDelayTimer partDelay,
            MeterRegistry registry,
            MetricNamespace stage,
            StepRecorder journal) {
        this.ledger = ledger;
        this.policy = policy;
        this.send = Timers.named(stage.metric("send"), "Time from the claim of a send to its outcome")
                .withRegistry(registry);
        this.partDelay = partDelay;
        this.journal = journal;
    }

    @Override
    public Uni<Boolean> finish(ClaimedSend claimed, SendStatus status, byte[] receipt) {
        Duration took = sinceClaim(claimed);
        return ledger.finish(claimed, status, receipt).invoke(isOurs -> {
            if (isOurs) {
                tried(claimed, status.stored(), took);
                partDelay.settled(surface(claimed), status, claimed.age().plus(sinceClaim(claimed)));
            }
        });
    }

    @Override
    public Uni<Boolean> handOver(ClaimedSend claimed) {
        Duration took = sinceClaim(claimed);
        return ledger.handOver(claimed).invoke(isOurs -> {
            if (isOurs) {
                tried(claimed, SendStatus.HANDED_OVER.stored(), took);
            }
        });
    }

    @Override
    public Uni<Boolean> again(ClaimedSend claimed, Duration after) {
        Duration took = sinceClaim(claimed);
        return ledger.again(claimed, after).invoke(isOurs -> {
            if (isOurs) {
                tried(claimed, RETRY, took);
            }
        });
    }

    private void tried(ClaimedSend claimed, String outcome, Duration took) {
        send.withTags("surface", surface(claimed), "outcome", outcome).record(took);
        journal.done(() -> new Step(
                "send part",
                claimed.send().traceparent(),
                Instant.now().minus(took),
                took,
                keys(claimed),
                IS_WELL.contains(outcome) ? null : outcome));
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
