package dev.agenthost.context.intake.metrics;

import dev.agenthost.context.eventlog.PositionWaitOutcome;
import dev.agenthost.context.eventlog.PositionWaiter;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.platform.observability.metrics.Timers;
import dev.agenthost.protocol.topic.RecordPosition;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Records {@code read.wait}: the time that answers waited for required records, by outcome. */
public final class TimedPositionWaiter implements PositionWaiter {
    private final PositionWaiter positions;
    private final MeterProvider<Timer> wait;

    public TimedPositionWaiter(PositionWaiter positions, MeterRegistry registry, MetricNamespace stage) {
        this.positions = positions;
        this.wait = Timers.named(stage.metric("read.wait"), "How long an answer waited for what it must not lack")
                .withRegistry(registry);
    }

    @Override
    public Uni<PositionWaitOutcome> await(Collection<RecordPosition> wanted, Duration patience) {
        return Uni.createFrom().deferred(() -> {
            long began = System.nanoTime();
            return positions.await(wanted, patience).onItemOrFailure().invoke((applied, failure) -> wait.withTag(
                            "outcome", word(applied, failure))
                    .record(Duration.ofNanos(System.nanoTime() - began)));
        });
    }

    private static String word(@Nullable PositionWaitOutcome applied, @Nullable Throwable failure) {
        if (failure != null || applied == null) {
            return "failed";
        }
        return switch (applied) {
            case YES -> "applied";
            case NOT_YET -> "timeout";
        };
    }
}
