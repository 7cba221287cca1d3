package dev.agenthost.context.offset.metrics;

import dev.agenthost.context.offset.Applied;
import dev.agenthost.context.offset.Positions;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.watch.metrics.Stage;
import dev.agenthost.watch.metrics.Timers;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code read.wait}: how long answers waited for what they must not lack, by outcome. */
public final class TimedPositions implements Positions {
    private final Positions positions;
    private final MeterProvider<Timer> wait;

    public TimedPositions(Positions positions, MeterRegistry registry, Stage stage) {
        this.positions = positions;
        this.wait = Timers.named(stage.metric("read.wait"), "How long an answer waited for what it must not lack")
                .withRegistry(registry);
    }

    @Override
    public Uni<Applied> await(Collection<RecordPosition> wanted, Duration patience) {
        return Uni.createFrom().deferred(() -> {
            long began = System.nanoTime();
            return positions.await(wanted, patience).onItemOrFailure().invoke((applied, failure) -> wait.withTag(
                            "outcome", word(applied, failure))
                    .record(Duration.ofNanos(System.nanoTime() - began)));
        });
    }

    private static String word(@Nullable Applied applied, @Nullable Throwable failure) {
        return failure != null || applied == null ? "failed" : applied.name().toLowerCase(Locale.ROOT);
    }
}
