package dev.agenthost.delivery.run.cdi;

import dev.agenthost.delivery.receipt.ReceiptLedger;
import dev.agenthost.delivery.receipt.Receipts;
import dev.agenthost.delivery.run.RunLedger;
import dev.agenthost.delivery.send.SendLedger;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Publishes receipts that a crash left unpublished, and deletes what is older than any topic's retention. */
@ApplicationScoped
class Sweeper {

    private static final Logger LOG = Logger.getLogger(Sweeper.class);
    private static final Duration UNPUBLISHED_FOR = Duration.ofSeconds(3);
    private static final Duration KEPT_FOR = Duration.ofDays(35);
    private static final int RECEIPTS_AT_ONCE = 64;
    private static final long RECEIPTS_MILLIS = 2_000;
    private static final long ROWS_MILLIS = Duration.ofHours(1).toMillis();

    private final Vertx vertx;
    private final SendLedger sends;
    private final RunLedger runs;
    private final ReceiptLedger receiptLedger;
    private final Receipts receipts;

    Sweeper(Vertx vertx, SendLedger sends, RunLedger runs, ReceiptLedger receiptLedger, Receipts receipts) {
        this.vertx = vertx;
        this.sends = sends;
        this.runs = runs;
        this.receiptLedger = receiptLedger;
        this.receipts = receipts;
    }

    void start(@Observes StartupEvent event) {
        every(RECEIPTS_MILLIS, this::publish);
        every(ROWS_MILLIS, () -> sends.sweep(KEPT_FOR).chain(() -> runs.sweep(KEPT_FOR)));
    }

    private Uni<?> publish() {
        return receiptLedger
                .unpublished(UNPUBLISHED_FOR, RECEIPTS_AT_ONCE)
                .onItem()
                .transformToMulti(Multi.createFrom()::iterable)
                .onItem()
                .transformToUniAndConcatenate(
                        receipt -> receipts.publish(receipt).chain(() -> receiptLedger.published(receipt.key())))
                .collect()
                .last();
    }

    private void every(long millis, Supplier<Uni<?>> step) {
        AtomicBoolean running = new AtomicBoolean();
        vertx.setPeriodic(millis, timer -> {
            if (running.compareAndSet(false, true)) {
                step.get()
                        .onTermination()
                        .invoke(() -> running.set(false))
                        .subscribe()
                        .with(done -> {}, failure -> LOG.warnf("sweeping failed: %s", failure.toString()));
            }
        });
    }
}
