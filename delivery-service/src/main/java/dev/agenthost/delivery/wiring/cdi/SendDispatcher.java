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
import dev.agenthost.delivery.surface.SurfaceRouter;
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
 * Claims sends and makes their calls, many at once, never two of one lane. Runs when it is woken, and twice a second for sends of other
 * replicas.
 */
@ApplicationScoped
class SendDispatcher implements Wakeup {

    private static final Logger LOG = Logger.getLogger(SendDispatcher.class);
    private static final long POLL_MILLIS = 500;
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);
    private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final SendRepository repository;
    private final LeaseKeeper lease;
    private final SendPolicy policy;
    private final SurfaceRouter surfaces;
    private final ReceiptRepository receiptRepository;
    private final ReceiptProducer receipts;
    private final Clock clock;
    private final EndpointConcurrencyLimiter limiter;

    private final AtomicBoolean claiming = new AtomicBoolean();
    private final AtomicBoolean wakePending = new AtomicBoolean();
    private final AtomicInteger activeSends = new AtomicInteger();
    private final CompletableFuture<Void> idle = new CompletableFuture<>();
    private volatile boolean stopped;

    SendDispatcher(
            Vertx vertx,
            SendRepository repository,
            LeaseKeeper lease,
            SendPolicy policy,
            SurfaceRouter surfaces,
            ReceiptRepository receiptRepository,
            ReceiptProducer receipts,
            Clock clock) {
        this.vertx = vertx;
        this.repository = repository;
        this.lease = lease;
        this.policy = policy;
        this.surfaces = surfaces;
        this.receiptRepository = receiptRepository;
        this.receipts = receipts;
        this.clock = clock;
        this.limiter = new EndpointConcurrencyLimiter(policy);
    }

    void start(@Observes StartupEvent event) {
        vertx.setPeriodic(POLL_MILLIS, timer -> wake());
    }

    /** Releases the lease if no send is open. Otherwise others wait for its term, because an open send may still be recorded. */
    void stop(@Observes ShutdownEvent event) {
        stopped = true;
        completeIfIdle();
        Uni.createFrom()
                .completionStage(idle)
                .chain(lease::surrender)
                .ifNoItem()
                .after(RELEASE_TIMEOUT)
                .fail()
                .onFailure()
                .invoke(failure -> LOG.infof("the lease cannot be released: %s", failure.toString()))
                .onFailure()
                .recoverWithNull()
                .await()
                .indefinitely();
    }

    private void completeIfIdle() {
        if (stopped && !claiming.get() && activeSends.get() == 0) {
            idle.complete(null);
        }
    }

    @Override
    public void wake() {
        wakePending.set(true);
        if (stopped
                || !lease.mayAct()
                || activeSends.get() >= policy.concurrency()
                || !claiming.compareAndSet(false, true)) {
            return;
        }
        wakePending.set(false);
        // A lost connection never answers. After this time no claimed send may be started.
        repository
                .claim(policy, lease.incarnation(), limiter.capacity(System.nanoTime()))
                .ifNoItem()
                .after(policy.usableTerm())
                .fail()
                .subscribe()
                .with(this::claimed, failure -> {
                    claiming.set(false); // The timer retries.
                    completeIfIdle();
                    LOG.warnf("sends cannot be claimed; retrying: %s", failure.toString());
                });
    }

    private void claimed(List<ClaimedSend> sends) {
        sends.forEach(this::dispatch);
        claiming.set(false);
        completeIfIdle();
        if (!sends.isEmpty() || wakePending.get()) {
            wake();
        }
    }

    private void dispatch(ClaimedSend send) {
        activeSends.incrementAndGet();
        EndpointConcurrencyLimiter.Slot slot = limiter.acquire(
                send.send().destination().endpoint(),
                System.nanoTime() + surfaces.allowance(send).toNanos());
        make(send, slot)
                .onTermination()
                .invoke(() -> {
                    limiter.release(slot);
                    activeSends.decrementAndGet();
                    completeIfIdle();
                })
                .subscribe()
                .with(
                        done -> wake(),
                        failure -> LOG.warnf("a send failed and stays for the next claim: %s", failure.toString()));
    }

    private Uni<Void> make(ClaimedSend send, EndpointConcurrencyLimiter.Slot slot) {
        FailPoint.at("delivery.40-claimed");
        if (!holdsClaim(send)) {
            // Paused past the claim or the lease: another replica may own the send by now; otherwise it is due for any
            // replica.
            return retryWhileClaimed(() -> repository.retry(send, Duration.ZERO))
                    .replaceWithVoid();
        }
        return send.withheldResult().map(result -> record(send, result)).orElseGet(() -> call(send, slot));
    }

    private Uni<Void> call(ClaimedSend send, EndpointConcurrencyLimiter.Slot slot) {
        return surfaces.call(send, () -> holdsClaim(send))
                .invoke(answer -> limiter.answered(slot, answer, System.nanoTime()))
                .chain(answer -> record(send, answer));
    }

    private boolean holdsClaim(ClaimedSend send) {
        return send.isCurrent(System.nanoTime()) && lease.mayActAs(send.owner());
    }

    private Uni<Void> record(ClaimedSend send, SurfaceCallResult answer) {
        FailPoint.at("delivery.50-sent");
        double jitter = ThreadLocalRandom.current().nextDouble();
        return switch (policy.verdict(answer, send.attempts(), send.age(), jitter)) {
            case SendVerdict.Retry(Duration after) ->
                retryWhileClaimed(() -> repository.retry(send, after)).replaceWithVoid();
            case SendVerdict.Postpone(Duration after) ->
                retryWhileClaimed(() -> repository.postpone(send, after)).replaceWithVoid();
            case SendVerdict.HandedOver() ->
                retryWhileClaimed(() -> repository.handOver(send)).replaceWithVoid();
            case SendVerdict.Final verdict -> finish(send, SendOutcome.of(send, verdict, clock.instant()));
        };
    }

    private Uni<Void> finish(ClaimedSend send, SendOutcome outcome) {
        return retryWhileClaimed(() -> repository.finish(send, outcome.status(), outcome.receipt()))
                .invoke(holdsClaim -> {
                    if (holdsClaim) {
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
                .chain(() -> receiptRepository.published(receipt.key()))
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
