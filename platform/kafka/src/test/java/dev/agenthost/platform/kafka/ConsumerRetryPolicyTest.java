package dev.agenthost.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ConsumerRetryPolicyTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final RetryStatus status = new RetryStatus();
    private final ConsumerRetryPolicy retries = new ConsumerRetryPolicy(status);
    private final AtomicBoolean available = new AtomicBoolean();

    @Test
    void retriesEveryFailureInPlaceUntilItSucceeds() {
        List<Map<String, String>> seen = new CopyOnWriteArrayList<>();
        AtomicInteger tries = new AtomicInteger();

        String answer = await(retries.retry(IntakeStep.of("events", "applying"), () -> {
            seen.add(status.faults());
            return switch (tries.incrementAndGet()) {
                case 1 -> Uni.createFrom().failure(new IllegalStateException("unavailable"));
                case 2 -> throw new IllegalStateException("thrown, not returned");
                case 3 -> throw new NoClassDefFoundError("an error");
                default -> Uni.createFrom().item("done");
            };
        }));

        assertThat(answer).isEqualTo("done");
        assertThat(seen)
                .containsExactly(
                        Map.of(),
                        Map.of("events", "applying: IllegalStateException"),
                        Map.of("events", "applying: IllegalStateException"),
                        Map.of("events", "applying: NoClassDefFoundError"));
        assertThat(status.faults()).isEmpty();
    }

    @Test
    void retriesAStepThatDoesNotAnswer() {
        AtomicInteger tries = new AtomicInteger();
        IntakeStep step = IntakeStep.of("events", "applying").within(Duration.ofMillis(50));

        assertThat(await(retries.retry(
                        step,
                        () -> tries.incrementAndGet() < 3
                                ? Uni.createFrom().nothing()
                                : Uni.createFrom().item("done"))))
                .isEqualTo("done");
        assertThat(tries).hasValue(3);
    }

    @Test
    void aFailureThatCannotPassIsTheResult() {
        Uni<String> refused = retries.retry(
                IntakeStep.of("events", "applying"),
                () -> Uni.createFrom().failure(new IllegalArgumentException("data")),
                failure -> !(failure instanceof IllegalArgumentException));

        assertThatThrownBy(() -> await(refused)).isInstanceOf(IllegalArgumentException.class);
        assertThat(status.faults()).isEmpty();
    }

    @Test
    void theSuccessOfOneChannelLeavesTheFaultOfAnother() {
        CompletableFuture<String> blocked = start("receipts", "applying", this::whenAvailable);
        Awaitility.await().atMost(LIMIT).until(() -> status.faults().containsKey("receipts"));

        AtomicInteger tries = new AtomicInteger();
        start("events", "applying", () -> failOnce(tries)).join();

        assertThat(status.faults()).containsOnlyKeys("receipts");
        available.set(true);
        assertThat(blocked).succeedsWithin(LIMIT);
        assertThat(status.faults()).isEmpty();
    }

    @Test
    void theSuccessOfOneLaneLeavesTheFaultOfAnotherLaneOfTheSameChannel() {
        CompletableFuture<String> blocked = start("events", "applying", this::whenAvailable);
        Awaitility.await().atMost(LIMIT).until(() -> status.faults().containsKey("events"));

        AtomicInteger tries = new AtomicInteger();
        start("events", "applying", () -> failOnce(tries)).join();

        assertThat(status.faults()).containsOnlyKeys("events");
        available.set(true);
        assertThat(blocked).succeedsWithin(LIMIT);
    }

    @Test
    void aStepOfOneSourceLeavesTheReplicaReady() {
        status.failed("a", new IntakeStep("agent.inbound.a", "dead letter", null, RetryScope.SOURCE), new Error());
        assertThat(status.faults()).containsOnlyKeys("agent.inbound.a");
        assertThat(status.replicaWaits()).isFalse();
        assertThat(status.waitingSources()).containsExactly("agent.inbound.a");

        status.failed("b", IntakeStep.of("agent.inbound.a", "applying"), new Error());
        status.failed("c", IntakeStep.of("agent.inbound.b", "applying"), new Error());
        assertThat(status.replicaWaits()).isTrue();
        assertThat(status.waitingSources()).containsExactly("agent.inbound.a");
        assertThat(status.retriesBySource()).containsOnly(entry("agent.inbound.a", 2L), entry("agent.inbound.b", 1L));
    }

    @Test
    void aCancelledStepLeavesNoFault() {
        CompletableFuture<String> blocked = start("events", "applying", this::whenAvailable);
        Awaitility.await().atMost(LIMIT).until(() -> status.faults().containsKey("events"));

        blocked.cancel(true);

        Awaitility.await().atMost(LIMIT).until(() -> status.faults().isEmpty());
    }

    /** A try that fails while the step is cancelled leaves no fault either. */
    @Test
    void aTryThatFailsAfterTheCancellationLeavesNoFault() throws InterruptedException {
        HeldStatus held = new HeldStatus();
        CompletableFuture<String> blocked = new ConsumerRetryPolicy(held)
                .retry(IntakeStep.of("events", "applying"), this::whenAvailable)
                .subscribeAsCompletionStage();
        assertThat(held.failing.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        blocked.cancel(true);
        held.released.countDown();

        assertThat(held.failed.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        Awaitility.await().atMost(LIMIT).until(() -> held.faults().isEmpty());
    }

    /** Holds the second failure back before it is recorded. */
    private static final class HeldStatus extends RetryStatus {
        private final AtomicInteger failures = new AtomicInteger();
        private final CountDownLatch failing = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final CountDownLatch failed = new CountDownLatch(1);

        @Override
        public boolean failed(Object attempt, IntakeStep step, Throwable failure) {
            if (failures.incrementAndGet() != 2) {
                return super.failed(attempt, step, failure);
            }
            failing.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            boolean isFirst = super.failed(attempt, step, failure);
            failed.countDown();
            return isFirst;
        }
    }

    @Test
    void everyTryRunsOnTheContextOfTheCaller() throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            Context context = vertx.getOrCreateContext();
            List<Boolean> onContext = new CopyOnWriteArrayList<>();
            AtomicInteger tries = new AtomicInteger();
            CompletableFuture<Void> done = new CompletableFuture<>();
            context.runOnContext(nothing -> retries.retry(IntakeStep.of("events", "applying"), () -> {
                        onContext.add(Vertx.currentContext() == context);
                        // Answers on another thread, as a producer of Kafka does.
                        return failOnce(tries)
                                .onItem()
                                .delayIt()
                                .by(Duration.ofMillis(5))
                                .onFailure()
                                .call(() -> Uni.createFrom().voidItem());
                    })
                    .invoke(() -> onContext.add(Vertx.currentContext() == context))
                    .subscribe()
                    .with(item -> done.complete(null), done::completeExceptionally));
            done.get(20, TimeUnit.SECONDS);

            assertThat(onContext).containsExactly(true, true, true);
        } finally {
            vertx.close();
        }
    }

    private Uni<String> whenAvailable() {
        return available.get()
                ? Uni.createFrom().item("done")
                : Uni.createFrom().failure(new IllegalStateException("unavailable"));
    }

    private static Uni<String> failOnce(AtomicInteger tries) {
        return tries.getAndIncrement() == 0
                ? Uni.createFrom().failure(new IllegalStateException("unavailable"))
                : Uni.createFrom().item("done");
    }

    private CompletableFuture<String> start(String channel, String step, Supplier<Uni<String>> work) {
        return retries.retry(IntakeStep.of(channel, step), work).subscribeAsCompletionStage();
    }

    private static <T> T await(Uni<T> work) {
        return work.await().atMost(LIMIT);
    }
}
