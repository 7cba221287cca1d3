package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.receipt.ReceiptProducer;
import dev.agenthost.delivery.receipt.ReceiptRepository;
import dev.agenthost.delivery.receipt.SendOutcome;
import dev.agenthost.delivery.receipt.StoredReceipt;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.EndpointConcurrencyLimiter;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SendVerdict;
import dev.agenthost.delivery.send.SurfaceCallResult;
import dev.agenthost.delivery.send.Wakeup;
import dev.agenthost.delivery.surface.Surface;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.lease.LeaseKeeper;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
class SendDispatcher implements Wakeup {

    private static final Logger LOG = Logger.getLogger(SendDispatcher.class);
    private static final long LOOK_MILLIS = 500;
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final SendRepository ledger;
    private final LeaseKeeper lease;
    private final SendPolicy policy;
    private final Surface surface;
    private final ReceiptRepository receiptLedger;
    private final ReceiptProducer receipts;
    private final Clock clock;
    private final EndpointConcurrencyLimiter places;

    private final AtomicBoolean claiming = new AtomicBoolean();
    private final AtomicBoolean wokenMeanwhile = new AtomicBoolean();
    private final AtomicInteger underWay = new AtomicInteger();
    private final CompletableFuture<Void> handsEmpty = new CompletableFuture<>();
    private volatile boolean stopped;

    SendDispatcher(
            Vertx vertx,
            SendRepository ledger,
            LeaseKeeper lease,
            SendPolicy policy,
            Surface surface,
            ReceiptRepository receiptLedger,
            ReceiptProducer receipts,
            Clock clock) {
        this.vertx = vertx;
        this.ledger = ledger;
        this.lease = lease;
        this.policy = policy;
        this.surface = surface;
        this.receiptLedger = receiptLedger;
        this.receipts = receipts;
        this.clock = clock;
        this.places = new EndpointConcurrencyLimiter(policy);
    }

    void start(@Observes StartupEvent event) {
        vertx.setPeriodic(LOOK_MILLIS, timer -> wake());
    }

    /** Releases the lease if no send is open. Otherwise others wait for its term, because an open send may still be recorded. */
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
                .invoke(why -> LOG.infof("the lease cannot be released: %s", why.toString()))
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
        if (stopped
                || !lease.mayAct()
                || underWay.get() >= policy.concurrency()
                || !claiming.compareAndSet(false, true)) {
            return;
        }
        wokenMeanwhile.set(false);
        // A connection that leads nowhere answers never. Later than that an answer would be of no use: nothing of it
        // may be begun.
        ledger.claim(policy, lease.incarnation(), places.room(System.nanoTime()))
                .ifNoItem()
                .after(policy.usableTerm())
                .fail()
                .subscribe()
                .with(this::claimed, failure -> {
                    claiming.set(false); // The timer looks again.
                    tellWhenHandsAreEmpty();
                    LOG.warnf("sends cannot be claimed; retrying: %s", failure.toString());
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
        underWay.incrementAndGet();
        EndpointConcurrencyLimiter.Place place =
                places.take(send.send().destination().endpoint(), System.nanoTime());
        make(send, place)
                .onTermination()
                .invoke(() -> {
                    places.leave(place);
                    underWay.decrementAndGet();
                    tellWhenHandsAreEmpty();
                })
                .subscribe()
                .with(
                        done -> wake(),
                        failure -> LOG.warnf("a send failed and stays for the next claim: %s", failure.toString()));
    }

    private Uni<Void> make(ClaimedSend send, EndpointConcurrencyLimiter.Place place) {
        FailPoint.at("delivery.40-claimed");
        if (!isOurs(send)) {
            // Paused past the claim or the lease: another replica may own the send by now; otherwise it is due for any
            // replica.
            return retryWhileClaimed(() -> ledger.again(send, Duration.ZERO)).replaceWithVoid();
        }
        return surface.call(send, () -> isOurs(send))
                .invoke(answer -> places.answered(place, answer, System.nanoTime()))
                .chain(answer -> record(send, answer));
    }

    private boolean isOurs(ClaimedSend send) {
        return send.isCurrent(System.nanoTime()) && lease.mayActAs(send.owner());
    }

    private Uni<Void> record(ClaimedSend send, SurfaceCallResult answer) {
        FailPoint.at("delivery.50-sent");
        double jitter = ThreadLocalRandom.current().nextDouble();
        return switch (policy.judge(answer, send.attempts(), send.age(), jitter)) {
            case SendVerdict.Again(Duration after) ->
                retryWhileClaimed(() -> ledger.again(send, after)).replaceWithVoid();
            case SendVerdict.HandedOver() ->
                retryWhileClaimed(() -> ledger.handOver(send)).replaceWithVoid();
            case SendVerdict.Final verdict -> finish(send, SendOutcome.of(send, verdict, clock.instant()));
        };
    }

    private Uni<Void> finish(ClaimedSend send, SendOutcome outcome) {
        return retryWhileClaimed(() -> ledger.finish(send, outcome.status(), outcome.receipt()))
                .invoke(isOurs -> {
                    if (isOurs) {
                        publish(outcome.stored(send));
                    }
                })
                .replaceWithVoid();
    }

    /** Neither the next send of the lane nor a caller waits for it; the sweeper publishes a receipt that fails here. */
    private void publish(StoredReceipt receipt) {
        FailPoint.at("delivery.60-recorded");
        receipts.publish(receipt)
                .invoke(() -> FailPoint.at("delivery.70-receipt-published"))
                .chain(() -> receiptLedger.published(receipt.key()))
                .subscribe()
                .with(
                        done -> {},
                        failure -> LOG.warnf(
                                "a receipt cannot be published and stays for the sweeper: %s", failure.toString()));
    }

    /** Retries a write until the claim ends; the next replica with the claim sends the same bytes under the same key. */
    private <T> Uni<T> retryWhileClaimed(Supplier<Uni<? extends T>> write) {
        return Uni.createFrom()
                .<T>deferred(write)
                .onFailure()
                .retry()
                .withBackOff(FIRST_DELAY, LONGEST_DELAY)
                .expireIn(policy.claimTerm().toMillis());
    }
}
