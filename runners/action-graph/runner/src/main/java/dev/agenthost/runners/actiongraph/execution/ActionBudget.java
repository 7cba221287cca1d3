package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.graph.AttemptUsage;
import dev.agenthost.protocol.result.UiProjection;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The turns, the calls of executors, the tokens, the cost and the time of one request, over all its runs. Used by one thread. */
public final class ActionBudget {
    private final Limits limits;
    private final InstantSource time;
    private int turns;
    private int calls;
    private long tokens;
    private BigDecimal cost;
    private int delegated;
    private ActiveClock clock;

    /**
     * The limits of a request.
     *
     * @param turns most outputs of the model
     * @param calls most calls, retries and the calls of delegated runs included
     * @param tokens most tokens of model calls, those of delegated runs included; only calls in flight can exceed them
     * @param duration the time in which actions run
     */
    public record Limits(int turns, int calls, long tokens, Duration duration) {}

    /** @param used the part that earlier runs of the request have used */
    public ActionBudget(Limits limits, RequestUsage used, InstantSource time) {
        this.limits = limits;
        this.time = time;
        this.turns = used.turns();
        this.calls = used.calls();
        this.tokens = used.tokens();
        this.cost = used.cost();
        this.delegated = used.delegated();
        this.clock = used.clock().paused(false, time.instant());
    }

    Instant now() {
        return time.instant();
    }

    /** The used part, for a journal. */
    RequestUsage usage() {
        return new RequestUsage(turns, calls, tokens, cost, delegated, clock);
    }

    /** The cost of the request so far, for people and programs. */
    public UiProjection.Usage spent() {
        return new UiProjection.Usage(
                tokens, turns + delegated, Math.max(0, now().toEpochMilli() - clock.startedAt()), cost);
    }

    /** Returns true and counts a call if one is left. */
    boolean take() {
        if (calls >= limits.calls()) {
            return false;
        }
        calls++;
        return true;
    }

    /** Counts what an attempt has used. */
    void use(AttemptUsage usage) {
        tokens += usage.tokens();
        calls += usage.calls();
        delegated += usage.modelCalls();
    }

    /** Counts the cost of attempts that start. */
    void useCost(BigDecimal used) {
        cost = cost.add(used);
    }

    /** Counts the tokens of a request to the model. */
    public void useTokens(long used) {
        tokens += used;
    }

    /** The used tokens. */
    public long tokens() {
        return tokens;
    }

    /** The tokens that are left; not negative. */
    long tokensLeft() {
        return Math.max(0, limits.tokens() - tokens);
    }

    /** The calls that are left; not negative. */
    int callsLeft() {
        return Math.max(0, limits.calls() - calls);
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
        return turns < limits.turns() && callsLeft() > 0 && tokensLeft() > 0 && !left().isZero();
    }

    int maxCalls() {
        return limits.calls();
    }

    long maxTokens() {
        return limits.tokens();
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
