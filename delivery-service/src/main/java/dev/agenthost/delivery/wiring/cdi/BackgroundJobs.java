package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.receipt.AdapterHandoffRepository;
import dev.agenthost.delivery.receipt.HandoffCompletion;
import dev.agenthost.delivery.receipt.ReceiptProducer;
import dev.agenthost.delivery.receipt.ReceiptRepository;
import dev.agenthost.delivery.run.postgres.ExpiringTables;
import dev.agenthost.platform.postgres.RowExpiry;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Publishes unpublished receipts, ends parts without a receipt of their adapter, and deletes rows that are older than
 * any topic's retention.
 */
@ApplicationScoped
class BackgroundJobs {

    private static final Logger LOG = Logger.getLogger(BackgroundJobs.class);
    private static final Duration UNPUBLISHED_FOR = Duration.ofSeconds(3);
    private static final Duration RETENTION = Duration.ofDays(35);
    private static final int RECEIPTS_AT_ONCE = 64;
    private static final long RECEIPTS_MILLIS = 2_000;
    private static final Duration RECEIPT_TIMEOUT = Duration.ofDays(1);
    private static final int PAGE_SIZE = 256;
    private static final long CLOSE_MILLIS = 60_000;
    private static final long EXPIRY_MILLIS = 60_000;

    private final Vertx vertx;
    private final RowExpiry expiry;
    private final ReceiptRepository receiptRepository;
    private final AdapterHandoffRepository handoffs;
    private final HandoffCompletion completion;
    private final ReceiptProducer receipts;
    private final Clock clock;

    BackgroundJobs(
            Vertx vertx,
            Pool pool,
            ReceiptRepository receiptRepository,
            AdapterHandoffRepository handoffs,
            HandoffCompletion completion,
            ReceiptProducer receipts,
            Clock clock) {
        this.vertx = vertx;
        this.expiry = new RowExpiry(pool, ExpiringTables.after(RETENTION));
        this.receiptRepository = receiptRepository;
        this.handoffs = handoffs;
        this.completion = completion;
        this.receipts = receipts;
        this.clock = clock;
    }

    void start(@Observes StartupEvent event) {
        every(RECEIPTS_MILLIS, this::publish);
        every(CLOSE_MILLIS, this::closeWithoutReceipt);
        every(EXPIRY_MILLIS, expiry::round);
    }

    private Uni<?> publish() {
        return receiptRepository
                .unpublished(UNPUBLISHED_FOR, RECEIPTS_AT_ONCE)
                .onItem()
                .transformToMulti(Multi.createFrom()::iterable)
                .onItem()
                .transformToUniAndConcatenate(receipt -> receipts.publish(receipt)
                        .chain(() -> receiptRepository.published(receipt.key()))
                        .onFailure()
                        .invoke(failure -> LOG.warnf("a receipt cannot be published now: %s", failure.toString()))
                        .onFailure()
                        .recoverWithNull())
                .collect()
                .last();
    }

    /** Ends parts without an adapter's receipt for a day as unknown; after a full page the next one follows. */
    private Uni<?> closeWithoutReceipt() {
        return handoffs.withoutReceipt(RECEIPT_TIMEOUT, PAGE_SIZE).chain(parts -> Multi.createFrom()
                .iterable(parts)
                .onItem()
                .transformToUniAndConcatenate(
                        part -> completion.close(part, part.withoutReceipt(clock.instant()), List.of()))
                .collect()
                .last()
                .chain(() -> parts.size() < PAGE_SIZE ? Uni.createFrom().voidItem() : closeWithoutReceipt()));
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
