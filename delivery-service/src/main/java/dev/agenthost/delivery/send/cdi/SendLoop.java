package dev.agenthost.delivery.send.cdi;

import dev.agenthost.delivery.receipt.Outcome;
import dev.agenthost.delivery.receipt.ReceiptLedger;
import dev.agenthost.delivery.receipt.Receipts;
import dev.agenthost.delivery.receipt.StoredReceipt;
import dev.agenthost.delivery.send.Answer;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendLedger;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.Surface;
import dev.agenthost.delivery.send.Verdict;
import dev.agenthost.delivery.send.Wakeup;
import dev.agenthost.door.drill.Drill;
import dev.agenthost.lease.LeaseKeeper;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Claims sends and makes them, many at once, never two of one lane. Woken when there is something to send; looks by itself
 * twice a second for what another replica left.
 */
@ApplicationScoped
class SendLoop implements Wakeup {

    private static final Logger LOG = Logger.getLogger(SendLoop.class);
    private static final long LOOK_MILLIS = 500;
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final SendLedger ledger;
    private final LeaseKeeper lease;
    private final SendPolicy policy;
    private final Surface surface;
    private final ReceiptLedger receiptLedger;
    private final Receipts receipts;
    private final Clock clock;

    private final AtomicBoolean claiming = new AtomicBoolean();
    private final AtomicBoolean wokenMeanwhile = new AtomicBoolean();
    private final AtomicInteger underWay = new AtomicInteger();
    private final Map<String, Integer> busy = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> handsEmpty = new CompletableFuture<>();
    private volatile boolean stopped;

    SendLoop(
            Vertx vertx,
            SendLedger ledger,
            LeaseKeeper lease,
            SendPolicy policy,
            Surface surface,
            ReceiptLedger receiptLedger,
            Receipts receipts,
            Clock clock) {
        this.vertx = vertx;
        this.ledger = ledger;
        this.lease = lease;
        this.policy = policy;
        this.surface = surface;
        this.receiptLedger = receiptLedger;
        this.receipts = receipts;
        this.clock = clock;
    }

    void start(@Observes StartupEvent event) {
        vertx.setPeriodic(LOOK_MILLIS, timer -> wake());
    }

    /** With empty hands the lease is given up. Otherwise others wait for its term: what is under way may still be recorded. */
    void stop(@Observes ShutdownEvent event) {
        stopped = true;
        tellWhenHandsAreEmpty();
        Uni.createFrom()
                .completionStage(handsEmpty)
                .chain(lease::surrender)
                .ifNoItem()
                .after(FAREWELL)
                .fail()
                .onFailure()
                .invoke(why -> LOG.infof("the lease was not given up: %s", why.toString()))
                .onFailure()
                .recoverWithNull()
                .await()
                .indefinitely();
    }

    private void tellWhenHandsAreEmpty() {
        if (stopped && !claiming.get() && underWay.get() == 0) {
            handsEmpty.complete(null);
        }
    }

    @Override
    public void wake() {
        wokenMeanwhile.set(true);
        int room = policy.concurrency() - underWay.get();
        if (stopped || !lease.mayAct() || room <= 0 || !claiming.compareAndSet(false, true)) {
            return;
        }
        wokenMeanwhile.set(false);
        // A connection that leads nowhere answers never. Later than that an answer would be of no use: nothing of it
        // may be begun.
        ledger.claim(policy, lease.incarnation(), room, Map.copyOf(busy))
                .ifNoItem()
                .after(policy.usableTerm())
                .fail()
                .subscribe()
                .with(this::claimed, failure -> {
                    claiming.set(false); // The timer looks again.
                    tellWhenHandsAreEmpty();
                    LOG.warnf("sends cannot be claimed, trying again: %s", failure.toString());
                });
    }

    private void claimed(List<ClaimedSend> sends) {
        sends.forEach(this::begin);
        claiming.set(false);
        tellWhenHandsAreEmpty();
        if (!sends.isEmpty() || wokenMeanwhile.get()) {
            wake();
        }
    }

    private void begin(ClaimedSend send) {
        String endpoint = send.send().destination().endpoint();
        underWay.incrementAndGet();
        busy.merge(endpoint, 1, Integer::sum);
        make(send)
                .onTermination()
                .invoke(() -> {
                    busy.computeIfPresent(endpoint, (name, calls) -> calls > 1 ? calls - 1 : null);
                    underWay.decrementAndGet();
                    tellWhenHandsAreEmpty();
                })
                .subscribe()
                .with(
                        done -> wake(),
                        failure -> LOG.warnf("a send was left for the next claim: %s", failure.toString()));
    }

    private Uni<Void> make(ClaimedSend send) {
        Drill.at("delivery.40-claimed");
        if (!isOurs(send)) {
            // Paused past the claim or the lease: it may be another's by now, and where it is not, it waits for nobody.
            return insist(() -> ledger.again(send, Duration.ZERO)).replaceWithVoid();
        }
        return surface.call(send, () -> isOurs(send)).chain(answer -> record(send, answer));
    }

    private boolean isOurs(ClaimedSend send) {
        return send.isCurrent(System.nanoTime()) && lease.mayActAs(send.owner());
    }

    private Uni<Void> record(ClaimedSend send, Answer answer) {
        Drill.at("delivery.50-sent");
        double jitter = ThreadLocalRandom.current().nextDouble();
        return switch (policy.judge(answer, send.attempts(), send.age(), jitter)) {
            case Verdict.Again(Duration after) ->
                insist(() -> ledger.again(send, after)).replaceWithVoid();
            case Verdict.HandedOver() -> insist(() -> ledger.handOver(send)).replaceWithVoid();
            case Verdict.Final verdict -> finish(send, Outcome.of(send, verdict, clock.instant()));
        };
    }

    private Uni<Void> finish(ClaimedSend send, Outcome outcome) {
        return insist(() -> ledger.finish(send, outcome.status(), outcome.receipt()))
                .invoke(isOurs -> {
                    if (isOurs) {
                        publish(outcome.stored(send));
                    }
                })
                .replaceWithVoid();
    }

    /** Nobody waits for it: the next send of the lane need not, and what fails here the sweeper publishes. */
    private void publish(StoredReceipt receipt) {
        Drill.at("delivery.60-recorded");
        receipts.publish(receipt)
                .invoke(() -> Drill.at("delivery.70-receipt-published"))
                .chain(() -> receiptLedger.published(receipt.key()))
                .subscribe()
                .with(done -> {}, failure -> LOG.warnf("a receipt was left for the sweeper: %s", failure.toString()));
    }

    /** As long as the claim lasts; then whoever takes it over sends the same bytes under the same key. */
    private <T> Uni<T> insist(Supplier<Uni<? extends T>> write) {
        return Uni.createFrom()
                .<T>deferred(write)
                .onFailure()
                .retry()
                .withBackOff(FIRST_DELAY, LONGEST_DELAY)
                .expireIn(policy.claimTerm().toMillis());
    }
}
