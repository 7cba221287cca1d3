package dev.agenthost.bench.load;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps a fixed number of operations in flight: the throughput at a steady lag. */
public final class ClosedLoop {
    private final int atOnce;
    private final Duration warmUp;
    private final Duration measured;
    private final Duration patience;
    private final Duration spread;

    public ClosedLoop(int atOnce, Duration warmUp, Duration measured, Duration patience) {
        this(atOnce, warmUp, measured, patience, Duration.ZERO);
    }

    private ClosedLoop(int atOnce, Duration warmUp, Duration measured, Duration patience, Duration spread) {
        this.atOnce = atOnce;
        this.warmUp = warmUp;
        this.measured = measured;
        this.patience = patience;
        this.spread = spread;
    }

    /**
     * The same loop, whose first operations begin one after the other over this time, so that operations of equal length do not
     * form waves.
     */
    public ClosedLoop spreadOver(Duration time) {
        return new ClosedLoop(atOnce, warmUp, measured, patience, time);
    }

    /**
     * @param perSecond successes a second, in the measured time
     * @param latency of those, from their begin: with a fixed number in flight it is the duration of one, and no more
     * @param begun in all, warm-up included
     */
    public record Outcome(double perSecond, Summary latency, int begun) {}

    public Outcome run(Target target) throws InterruptedException {
        var room = new Semaphore(atOnce);
        var latencies = new Latencies();
        var out = new AtomicLong();
        var begun = new AtomicInteger();
        long start = System.nanoTime();
        long from = start + warmUp.toNanos();
        long until = from + measured.toNanos();
        while (System.nanoTime() < until) {
            if (!room.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                continue;
            }
            awaitTurn(start, begun.get());
            long began = System.nanoTime();
            target.begin(begun.getAndIncrement()).whenComplete((at, failure) -> {
                if (failure != null) {
                    latencies.error(failure.toString());
                } else if (at >= from && at < until) {
                    out.incrementAndGet();
                    latencies.record(at - began);
                }
                room.release();
            });
        }
        if (!room.tryAcquire(atOnce, patience.toMillis(), TimeUnit.MILLISECONDS)) {
            for (int i = room.availablePermits(); i < atOnce; i++) {
                latencies.error("not out in time");
            }
        }
        return new Outcome(out.get() * 1e9 / measured.toNanos(), latencies.summary(), begun.get());
    }

    private void awaitTurn(long start, int number) throws InterruptedException {
        if (number < atOnce) {
            long turn = start + spread.toNanos() / atOnce * number;
            TimeUnit.NANOSECONDS.sleep(turn - System.nanoTime());
        }
    }
}
