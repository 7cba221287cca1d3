package dev.agenthost.runners.actiongraph.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** The calls of executors and the time that one run of the host has. Used by one thread. */
public final class ActionBudget {
    private final int most;
    private final Instant deadline;
    private final Supplier<Instant> clock;
    private int used;

    /**
     * @param most most calls, retries included
     * @param deadline end of the time in which actions run
     */
    public ActionBudget(int most, Instant deadline, Supplier<Instant> clock) {
        this.most = most;
        this.deadline = deadline;
        this.clock = clock;
    }

    /** Returns true and counts a call if one is left. */
    boolean take() {
        if (used >= most) {
            return false;
        }
        used++;
        return true;
    }

    int most() {
        return most;
    }

    /** The time that is left; zero after the deadline. */
    Duration left() {
        Duration left = Duration.between(clock.get(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Returns true if no further action may start. */
    public boolean isExhausted() {
        return used >= most || left().isZero();
    }
}
