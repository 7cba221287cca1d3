package dev.agenthost.context.intake.metrics;

import dev.agenthost.context.intake.Batch;
import dev.agenthost.context.intake.BatchOutcome;
import dev.agenthost.context.intake.BatchRepository;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.platform.observability.metrics.Timers;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.Supplier;

/** {@code apply}: transactions by outcome. */
public final class TimedBatchRepository implements BatchRepository {
    private final BatchRepository repository;
    private final MeterProvider<Timer> apply;

    public TimedBatchRepository(BatchRepository repository, MeterRegistry registry, MetricNamespace stage) {
        this.repository = repository;
        this.apply = Timers.named(stage.metric("apply"), "Transactions that write a batch")
                .withRegistry(registry);
    }

    @Override
    public Uni<BatchOutcome> apply(Batch batch) {
        return Uni.createFrom().deferred(() -> {
            long began = System.nanoTime();
            Supplier<Duration> took = () -> Duration.ofNanos(System.nanoTime() - began);
            return repository
                    .apply(batch)
                    .invoke(application ->
                            apply.withTag("outcome", word(application)).record(took.get()))
                    .onFailure()
                    .invoke(() -> apply.withTag("outcome", "failed").record(took.get()));
        });
    }

    private static String word(BatchOutcome application) {
        return switch (application) {
            case BatchOutcome.Done done -> "done";
            case BatchOutcome.Overtaken overtaken -> "overtaken";
            case BatchOutcome.Refused refused -> "refused";
        };
    }
}
