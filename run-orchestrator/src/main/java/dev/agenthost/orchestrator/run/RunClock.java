package dev.agenthost.orchestrator.run;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Time as runs use it.
 *
 * @param monotonic this process's monotonic clock in nanoseconds, for durations
 * @param wall for the times that people see
 * @param scheduler runs a task after a delay
 */
public record RunClock(LongSupplier monotonic, InstantSource wall, DelayScheduler scheduler) {
    /** Runs a task after a delay, on a thread of its own choice. */
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
