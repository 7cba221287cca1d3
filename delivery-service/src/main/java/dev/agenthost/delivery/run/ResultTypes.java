package dev.agenthost.delivery.run;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Facts of a result that follow from its type alone, even if its payload is unreadable. */
public final class ResultTypes {

    private static final Set<String> TERMINAL = Set.of("run.completed", "run.failed", "run.unanswered");

    private static final Set<String> BEGINNING = Set.of("run.started", "run.unanswered");

    private ResultTypes() {}

    /** Returns true for the first result of an attempt, which names the answered event. */
    public static boolean isBeginning(@Nullable String type) {
        return type != null && BEGINNING.contains(type);
    }

    /** Returns true for a result after which no result of its run follows. */
    public static boolean isTerminal(@Nullable String type) {
        return type != null && TERMINAL.contains(type);
    }
}
