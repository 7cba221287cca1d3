package dev.agenthost.orchestrator.runtime;

import java.time.Duration;

/** Tracks a runtime's answers to its pings. Times are of one monotonic clock, in nanoseconds. */
final class Heartbeat {
    /** The next action. */
    enum Beat {
        NOTHING,
        PING,
        /** Three pings in a row failed. */
        STOPPED
    }

    private static final int MOST_FAILURES = 3;

    private final Duration pause;
    private long nextAt;
    private boolean open;
    private int failures;

    Heartbeat(Duration pause, long now) {
        this.pause = pause;
        this.nextAt = now + pause.toNanos();
    }

    synchronized Beat renew(long now) {
        if (now - nextAt < 0) {
            return Beat.NOTHING;
        }
        nextAt = now + pause.toNanos();
        if (open) {
            failures++;
        }
        open = true;
        return failures >= MOST_FAILURES ? Beat.STOPPED : Beat.PING;
    }

    /** @param well false for a failure; an unanswered or unsent ping stays open */
    synchronized void answered(boolean well) {
        open = !well;
        if (well) {
            failures = 0;
        }
    }
}
