package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.run.RunState;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The commit that a run has an effect, before the effect happens, if the retry policy requires it.
 * Several callers share one commit. Pure; not thread-safe.
 *
 * <pre>
 *   NOT_NEEDED                    NEEDED ──▶ COMMITTING ──▶ COMMITTED
 *                                   ▲            │
 *                                   └── PAUSED ◀─┘ the repository cannot be reached
 * </pre>
 */
final class TouchCommit {
    /** Pause after the repository could not be reached. */
    static final Duration PAUSE = Duration.ofMillis(200);

    private enum State {
        NOT_NEEDED,
        NEEDED,
        COMMITTING,
        PAUSED,
        COMMITTED
    }

    private State state;
    private final List<UniEmitter<? super Boolean>> callers = new ArrayList<>();

    TouchCommit(boolean needed) {
        this.state = needed ? State.NEEDED : State.NOT_NEEDED;
    }

    boolean isCommitted() {
        return state == State.COMMITTED;
    }

    boolean isCommitting() {
        return state == State.COMMITTING;
    }

    /** Returns true if an effect may happen now. */
    boolean allowsEffects() {
        return state == State.COMMITTED || state == State.NOT_NEEDED;
    }

    /** Begins a commit for records. Returns false if one is under way, or the pause after a failed one is not over. */
    boolean begin() {
        boolean begins = state == State.NEEDED;
        state = begins ? State.COMMITTING : state;
        return begins;
    }

    /**
     * Responds to a caller that requests permission to have an effect, or makes it wait for the commit, which begins if none is under way.
     *
     * @param allowed false if the run may have no effect any more
     */
    void request(
            UniEmitter<? super Boolean> caller, boolean allowed, RunState.Running untouched, List<RunEffect> effects) {
        if (!allowed || allowsEffects()) {
            effects.add(new RunEffect.AnswerTouch(caller, allowed));
            return;
        }
        callers.add(caller);
        if (state != State.COMMITTING) {
            state = State.COMMITTING;
            effects.add(new RunEffect.CommitTouch(untouched));
        }
    }

    void committed(List<RunEffect> effects) {
        state = State.COMMITTED;
        answer(true, effects);
    }

    void failed(Throwable why, List<RunEffect> effects) {
        state = State.PAUSED;
        callers.forEach(caller -> effects.add(new RunEffect.FailTouch(caller, why)));
        callers.clear();
        effects.add(new RunEffect.After(PAUSE, new RunInput.TouchRetryDue()));
    }

    void resume() {
        state = state == State.PAUSED ? State.NEEDED : state;
    }

    /** Refuses the waiting callers. */
    void refuse(List<RunEffect> effects) {
        answer(false, effects);
    }

    private void answer(boolean granted, List<RunEffect> effects) {
        callers.forEach(caller -> effects.add(new RunEffect.AnswerTouch(caller, granted)));
        callers.clear();
    }
}
