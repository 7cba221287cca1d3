package dev.agenthost.delivery.run;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a result's type alone says, readable payload or not. */
public final class ResultTypes {

    private static final Set<String> TERMINAL = Set.of("run.completed", "run.failed", "run.unanswered");

    private static final Set<String> BEGINNING = Set.of("run.started", "run.unanswered");

    private ResultTypes() {}

    /** True for a result that is the first of its attempt, and tells which event is answered. */
    public static boolean isBeginning(@Nullable String type) {
        return type != null && BEGINNING.contains(type);
    }

    /** True for a result that nothing of its run follows. */
    public static boolean isTerminal(@Nullable String type) {
        return type != null && TERMINAL.contains(type);
    }
}
