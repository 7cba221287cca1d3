package dev.agenthost.actiongraph.graph;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One iteration of an action. An action without a loop has one.
 *
 * @param status its status; {@code blocked} means that the outcome of its last attempt is unknown
 * @param attempts number of starts
 * @param suspension the awaited event of a waiting iteration; null in any other status
 */
public record Iteration(
        ActionStatus status, int attempts, @Nullable Suspension suspension) {
    /** Not started. */
    public static final Iteration PENDING = new Iteration(ActionStatus.PENDING, 0, null);

    public Iteration {
        Objects.requireNonNull(status, "status");
        if (attempts < 0) {
            throw new IllegalArgumentException("attempts must not be negative");
        }
        if ((status == ActionStatus.WAITING) != (suspension != null)) {
            throw new IllegalArgumentException("suspension belongs to the status waiting");
        }
    }

    Iteration started() {
        return new Iteration(ActionStatus.RUNNING, attempts + 1, null);
    }

    Iteration with(ActionStatus next) {
        return new Iteration(next, attempts, null);
    }

    Iteration suspended(Suspension next) {
        return new Iteration(ActionStatus.WAITING, attempts, next);
    }

    boolean isUnderWay() {
        return status == ActionStatus.RUNNING || status == ActionStatus.WAITING;
    }

    boolean waitsFor(SuspensionReason reason) {
        return suspension != null && suspension.reason() == reason;
    }

    /** Returns true if that attempt can end now; attempt 0 means the last one. */
    boolean canEnd(int attempt) {
        return isUnderWay() && !waitsFor(SuspensionReason.RETRY) && (attempt == 0 || attempt == attempts);
    }
}
