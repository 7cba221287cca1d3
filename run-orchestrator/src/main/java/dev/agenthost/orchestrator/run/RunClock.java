package dev.agenthost.orchestrator.run;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The clocks of runs.
 *
 * @param monotonic this process's monotonic clock in nanoseconds, for durations
 * @param wall for displayed times
 * @param scheduler runs a task after a delay
 */
public record RunClock(LongSupplier monotonic, InstantSource wall, DelayScheduler scheduler) {
    /** Runs a task after a delay, on any thread. */
    public interface DelayScheduler {
        void after(Duration delay, Runnable task);
    }

    /** Returns the nanoseconds of the monotonic clock. */
    public long nanos() {
        return monotonic.getAsLong();
    }

    public Instant now() {
        return wall.instant();
    }

    public void after(Duration delay, Runnable task) {
        scheduler.after(delay, task);
    }
}
