package dev.agenthost.orchestrator.tool.networknt;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** What the patterns of one judgement may still cost, and whether one of them was guessed. */
final class RegexStepBudget {
    private final AtomicLong left;
    private final AtomicBoolean guessed = new AtomicBoolean();

    RegexStepBudget(long most) {
        this.left = new AtomicLong(most);
    }

    boolean take(long steps) {
        return left.addAndGet(-steps) >= 0;
    }

    /** A pattern counts as matched and was not looked at: what is refused after that may be refused wrongly. */
    boolean guess() {
        guessed.set(true);
        return true;
    }

    boolean isGuessed() {
        return guessed.get();
    }
}
