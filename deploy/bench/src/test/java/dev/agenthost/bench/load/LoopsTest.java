package dev.agenthost.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoopsTest {
    @Test
    void whoHadToWaitIsChargedFromTheTimeAtWhichItWasDue() throws Exception {
        var waiting = new ArrayList<CompletableFuture<Long>>();
        var schedule = new LoadSchedule(1000, Duration.ZERO, Duration.ofMillis(20));
        // Stalls from the first to the last, then answers all at once, as of a second later than now.
        Target stalled = number -> {
            var done = new CompletableFuture<Long>();
            waiting.add(done);
            if (waiting.size() == schedule.count()) {
                long late = System.nanoTime() + Duration.ofSeconds(1).toNanos();
                waiting.forEach(one -> one.complete(late));
            }
            return done;
        };
        var seen = new OpenLoop(schedule, Duration.ofSeconds(10)).run(stalled);
        assertThat(seen.count()).isEqualTo(20);
        assertThat(seen.p50()).isGreaterThan(1000);
        assertThat(seen.max() - seen.p50()).isGreaterThan(5);
    }

    @Test
    void whatNeverComesOutIsAnError() throws Exception {
        var schedule = new LoadSchedule(1000, Duration.ZERO, Duration.ofMillis(4));
        Target lossy = number ->
                number == 0 ? new CompletableFuture<>() : CompletableFuture.completedFuture(System.nanoTime());
        var seen = new OpenLoop(schedule, Duration.ofMillis(10)).run(lossy);
        assertThat(seen.count()).isEqualTo(3);
        assertThat(seen.errors()).isEqualTo(1);
    }

    @Test
    void whatFailsIsAnErrorAndNoLatency() throws Exception {
        var schedule = new LoadSchedule(1000, Duration.ZERO, Duration.ofMillis(4));
        var seen = new OpenLoop(schedule, Duration.ofSeconds(1))
                .run(number -> CompletableFuture.failedFuture(new IllegalStateException("refused")));
        assertThat(seen.errors()).isEqualTo(4);
        assertThat(seen.count()).isZero();
    }

    @Test
    void closedLoopNeverHasMoreUnderWayThanItMay() throws Exception {
        var underWay = new AtomicInteger();
        var most = new AtomicInteger();
        Target target = number -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            return CompletableFuture.supplyAsync(() -> {
                underWay.decrementAndGet();
                return System.nanoTime();
            });
        };
        var outcome = new ClosedLoop(3, Duration.ZERO, Duration.ofMillis(100), Duration.ofSeconds(10)).run(target);
        assertThat(most.get()).isBetween(1, 3);
        assertThat(outcome.latency().errors()).isZero();
        assertThat(outcome.perSecond()).isPositive();
    }
}
