package dev.agenthost.orchestrator.runtime;

import java.time.Duration;

/** Whether a runtime still answers its pings. Times are of one monotonic clock, in nanoseconds. */
final class Heartbeat {
    /** What is to be done now. */
    enum Beat {
        NOTHING,
        PING,
        /** It failed three times in a row. */
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

    synchronized Beat beat(long now) {
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

    /** @param well whether it was no failure; an unanswered ping, and one that could not be sent, stay open */
    synchronized void answered(boolean well) {
        open = !well;
        if (well) {
            failures = 0;
        }
    }
}
