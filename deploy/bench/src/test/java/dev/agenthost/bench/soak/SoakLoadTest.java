package dev.agenthost.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.bench.load.LoadSchedule;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SoakLoadTest {
    private static final LoadSchedule FOUR = new LoadSchedule(1000, Duration.ZERO, Duration.ofMillis(4));

    @Test
    void tellsHowItStandsWhileItRuns() {
        var load = new SoakLoad(
                "one in two",
                FOUR,
                number -> number % 2 == 0
                        ? CompletableFuture.completedFuture(System.nanoTime())
                        : CompletableFuture.failedFuture(new IllegalStateException("refused")));
        var seen = load.start(Duration.ofSeconds(10)).join();
        assertThat(load.out()).isEqualTo(2).isEqualTo(seen.count());
        assertThat(load.errors()).isEqualTo(2).isEqualTo(seen.errors());
    }

    @Test
    void oneDoesNotWaitForAnother() {
        var go = new CountDownLatch(1);
        var held = new SoakLoad("held", FOUR, number -> {
            await(go);
            return CompletableFuture.completedFuture(System.nanoTime());
        });
        var first = held.start(Duration.ofSeconds(10));
        var free = new SoakLoad("free", FOUR, number -> CompletableFuture.completedFuture(System.nanoTime()));
        assertThat(free.start(Duration.ofSeconds(10)).join().count()).isEqualTo(4);
        assertThat(first).isNotDone();
        go.countDown();
        assertThat(first.join().count()).isEqualTo(4);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
