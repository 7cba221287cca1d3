package dev.agenthost.orchestrator.lifecycle;

import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayList;
import java.util.List;

/**
 * The commit that a run has an effect, which the ledger must know before the effect happens, where the retry policy asks for it.
 * Several callers share one commit. Pure; not thread-safe.
 *
 * <pre>
 *   NOT_NEEDED                    NEEDED ──▶ COMMITTING ──▶ COMMITTED
 *                                   ▲            │
 *                                   └── PAUSED ◀─┘ the ledger cannot be reached
 * </pre>
 */
final class TouchCommit {
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

    /** Begins a commit for records. Returns false where one is under way, or the pause after a failed one is not over. */
    boolean begin() {
        boolean begins = state == State.NEEDED;
        state = begins ? State.COMMITTING : state;
        return begins;
    }

    /** Begins a commit for a caller, or joins the one under way. Returns true where it begins. */
    boolean begin(UniEmitter<? super Boolean> caller) {
        callers.add(caller);
        boolean begins = state != State.COMMITTING;
        state = State.COMMITTING;
        return begins;
    }

    /** Returns the callers to answer. */
    List<UniEmitter<? super Boolean>> committed() {
        state = State.COMMITTED;
        return takeCallers();
    }

    /** Returns the callers to answer. */
    List<UniEmitter<? super Boolean>> failed() {
        state = State.PAUSED;
        return takeCallers();
    }

    void resume() {
        state = state == State.PAUSED ? State.NEEDED : state;
    }

    List<UniEmitter<? super Boolean>> takeCallers() {
        List<UniEmitter<? super Boolean>> waiting = List.copyOf(callers);
        callers.clear();
        return waiting;
    }
}
