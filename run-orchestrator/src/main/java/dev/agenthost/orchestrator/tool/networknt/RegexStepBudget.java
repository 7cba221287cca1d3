package dev.agenthost.orchestrator.tool.networknt;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The remaining steps of the patterns of one validation, and a flag that a match was guessed. */
final class RegexStepBudget {
    private final AtomicLong left;
    private final AtomicBoolean guessed = new AtomicBoolean();

    RegexStepBudget(long most) {
        this.left = new AtomicLong(most);
    }

    boolean take(long steps) {
        return left.addAndGet(-steps) >= 0;
    }

    /** Counts a pattern as matched without a check: a later refusal may be wrong. */
    boolean guess() {
        guessed.set(true);
        return true;
    }

    boolean isGuessed() {
        return guessed.get();
    }
}
