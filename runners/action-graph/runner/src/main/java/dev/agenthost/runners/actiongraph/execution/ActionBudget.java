package dev.agenthost.runners.actiongraph.execution;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The turns, the calls of executors and the time of one request, over all its runs. Used by one thread. */
public final class ActionBudget {
    private final Limits limits;
    private final InstantSource time;
    private int turns;
    private int calls;
    private ActiveClock clock;

    /**
     * The limits of a request.
     *
     * @param turns most outputs of the model
     * @param calls most calls, retries included
     * @param duration the time in which actions run
     */
    public record Limits(int turns, int calls, Duration duration) {}

    /** @param used the part that earlier runs of the request have used */
    public ActionBudget(Limits limits, RequestUsage used, InstantSource time) {
        this.limits = limits;
        this.time = time;
        this.turns = used.turns();
        this.calls = used.calls();
        this.clock = used.clock().paused(false, time.instant());
    }

    Instant now() {
        return time.instant();
    }

    /** The used part, for a journal. */
    RequestUsage usage() {
        return new RequestUsage(turns, calls, clock);
    }

    /** Returns true and counts a call if one is left. */
    boolean take() {
        if (calls >= limits.calls()) {
            return false;
        }
        calls++;
        return true;
    }

    /** Returns true and counts an output of the model if one is left. */
    public boolean takeTurn() {
        if (turns >= limits.turns()) {
            return false;
        }
        turns++;
        return true;
    }

    /** Returns true if a further action may be declared: it needs a further output, too. */
    public boolean mayAct() {
        return turns < limits.turns() && calls < limits.calls() && !left().isZero();
    }

    int maxCalls() {
        return limits.calls();
    }

    public int maxTurns() {
        return limits.turns();
    }

    /** Stops the clock while a person alone is waited for. */
    void pause(boolean isPaused) {
        clock = clock.paused(isPaused, time.instant());
    }

    /** The deadline, if no further pause follows. */
    Instant end() {
        return clock.end(limits.duration());
    }

    /** The time that is left; zero after the deadline. */
    Duration left() {
        return clock.left(limits.duration(), time.instant());
    }
}
