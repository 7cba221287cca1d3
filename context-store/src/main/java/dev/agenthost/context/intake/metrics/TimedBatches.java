package dev.agenthost.context.intake.metrics;

import dev.agenthost.context.intake.Application;
import dev.agenthost.context.intake.Batch;
import dev.agenthost.context.intake.BatchLedger;
import dev.agenthost.watch.metrics.Stage;
import dev.agenthost.watch.metrics.Timers;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.Supplier;

/** {@code apply}: transactions by outcome. */
public final class TimedBatches implements BatchLedger {
    private final BatchLedger ledger;
    private final MeterProvider<Timer> apply;

    public TimedBatches(BatchLedger ledger, MeterRegistry registry, Stage stage) {
        this.ledger = ledger;
        this.apply = Timers.named(stage.metric("apply"), "Transactions that write a batch")
                .withRegistry(registry);
    }

    @Override
    public Uni<Application> apply(Batch batch) {
        return Uni.createFrom().deferred(() -> {
            long began = System.nanoTime();
            Supplier<Duration> took = () -> Duration.ofNanos(System.nanoTime() - began);
            return ledger.apply(batch)
                    .invoke(application ->
                            apply.withTag("outcome", word(application)).record(took.get()))
                    .onFailure()
                    .invoke(() -> apply.withTag("outcome", "failed").record(took.get()));
        });
    }

    private static String word(Application application) {
        return switch (application) {
            case Application.Done done -> "done";
            case Application.Overtaken overtaken -> "overtaken";
            case Application.Refused refused -> "refused";
        };
    }
}
