package dev.agenthost.bench.load;

import java.time.Duration;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Sends by a schedule, without waiting for answers. */
public final class OpenLoop {
    private static final long SPIN_NANOS = 100_000;

    private final LoadSchedule schedule;
    private final Duration patience;

    /** @param patience timeout after the last send for operations in flight */
    public OpenLoop(LoadSchedule schedule, Duration patience) {
        this.schedule = schedule;
        this.patience = patience;
    }

    /** Returns when all operations have ended, or the timeout has passed: the rest are errors. */
    public Summary run(Target target) throws InterruptedException {
        var latencies = new Latencies();
        var underWay = new Phaser(1);
        long begin = System.nanoTime();
        for (int i = 0; i < schedule.count(); i++) {
            int number = i;
            long intended = begin + schedule.at(i);
            await(intended);
            underWay.register();
            target.begin(number).whenComplete((at, failure) -> {
                if (failure != null) {
                    latencies.error(failure.toString());
                } else if (schedule.isMeasured(number)) {
                    latencies.record(at - intended);
                }
                underWay.arriveAndDeregister();
            });
        }
        int phase = underWay.arriveAndDeregister();
        try {
            underWay.awaitAdvanceInterruptibly(phase, patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            for (int i = underWay.getUnarrivedParties(); i > 0; i--) {
                latencies.error("not out in time");
            }
        }
        return latencies.summary();
    }

    private static void await(long time) {
        long left;
        while ((left = time - System.nanoTime()) > SPIN_NANOS) {
            LockSupport.parkNanos(left - SPIN_NANOS);
        }
        while (System.nanoTime() < time) {
            Thread.onSpinWait();
        }
    }
}
