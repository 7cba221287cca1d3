package dev.agenthost.sdk.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TurnLimiterTest {
    private static final Runnable RUNNING = () -> {};

    private final TurnLimiter turns = new TurnLimiter(1, 5);

    @Test
    void turnsOfASessionRunInOrderOfArrival() throws Exception {
        List<Integer> order = new CopyOnWriteArrayList<>();
        TurnLimiter.Turn first = turns.enter("a", RUNNING).orElseThrow();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 5; i++) {
                int number = i;
                CountDownLatch waits = new CountDownLatch(1);
                threads.submit(() -> {
                    try (TurnLimiter.Turn turn =
                            turns.enter("a", waits::countDown).orElseThrow()) {
                        order.add(number);
                    }
                    return null;
                });
                // The turn waits once it has called its check.
                assertThat(waits.await(30, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(order).isEmpty();
            first.close();
        }
        assertThat(order).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void anotherSessionDoesNotWait() throws Exception {
        try (TurnLimiter.Turn one = turns.enter("a", RUNNING).orElseThrow();
                TurnLimiter.Turn two = turns.enter("b", RUNNING).orElseThrow()) {
            assertThat(one).isNotSameAs(two);
        }
    }

    @Test
    void aTurnOfAnEndedRunLeavesTheQueue() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        TurnLimiter.Turn first = turns.enter("a", RUNNING).orElseThrow();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> waiting = threads.submit(() -> turns.enter("a", () -> {
                if (over.get()) {
                    throw new IllegalStateException("over");
                }
            }));
            over.set(true);
            assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS)).hasMessageContaining("over");
            first.close();
            turns.enter("a", RUNNING).orElseThrow().close();
        }
    }

    @Test
    void anInterruptedTurnLeavesTheQueue() throws Exception {
        AtomicInteger checked = new AtomicInteger();
        TurnLimiter.Turn first = turns.enter("a", RUNNING).orElseThrow();
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                turns.enter("a", checked::incrementAndGet);
            } catch (InterruptedException expected) {
                checked.set(-1);
            }
        });
        await().until(() -> checked.get() > 0);
        waiting.interrupt();
        waiting.join();
        assertThat(checked).hasValue(-1);
        first.close();
        turns.enter("a", RUNNING).orElseThrow().close();
    }

    @Test
    void oneMoreThanMayWaitIsRefused() throws Exception {
        TurnLimiter limiter = new TurnLimiter(1, 0);
        try (TurnLimiter.Turn first = limiter.enter("a", RUNNING).orElseThrow()) {
            assertThat(limiter.enter("a", RUNNING)).isEmpty();
        }
        limiter.enter("a", RUNNING).orElseThrow().close();
    }

    @Test
    void theConfiguredNumberRunsConcurrentlyAndClosingIsIdempotent() throws Exception {
        TurnLimiter two = new TurnLimiter(2, 0);
        TurnLimiter.Turn one = two.enter("", RUNNING).orElseThrow();
        TurnLimiter.Turn other = two.enter("", RUNNING).orElseThrow();
        assertThat(two.enter("", RUNNING)).isEmpty();
        one.close();
        one.close();
        TurnLimiter.Turn third = two.enter("", RUNNING).orElseThrow();
        assertThat(two.enter("", RUNNING)).isEmpty();
        third.close();
        other.close();
    }
}
