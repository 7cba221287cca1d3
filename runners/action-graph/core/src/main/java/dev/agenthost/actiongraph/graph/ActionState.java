package dev.agenthost.actiongraph.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The state of an action.
 *
 * @param status the status
 * @param reason the reason of the status
 * @param approval the approval of a person
 * @param iterations the iterations in their order; empty before the action is ready
 */
public record ActionState(ActionStatus status, StatusReason reason, Approval approval, List<Iteration> iterations) {
    /** Not started. */
    public static final ActionState PENDING =
            new ActionState(ActionStatus.PENDING, StatusReason.NONE, Approval.NONE, List.of());

    public ActionState {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(approval, "approval");
        iterations = List.copyOf(iterations);
    }

    /** Number of starts of all iterations. */
    public int attempts() {
        return iterations.stream().mapToInt(Iteration::attempts).sum();
    }

    /** Number of iterations with that status. */
    public int count(ActionStatus wanted) {
        return (int) iterations.stream()
                .filter(iteration -> iteration.status() == wanted)
                .count();
    }

    boolean isUnderWay() {
        return iterations.stream().anyMatch(Iteration::isUnderWay);
    }

    boolean canEnd(int iteration, int attempt) {
        return has(iteration) && iterations.get(iteration).canEnd(attempt);
    }

    boolean has(int iteration) {
        return iteration >= 0 && iteration < iterations.size();
    }

    ActionState with(ActionStatus next, StatusReason why) {
        return new ActionState(next, why, approval, iterations);
    }

    ActionState with(Approval next) {
        return new ActionState(status, reason, next, iterations);
    }

    ActionState with(List<Iteration> next) {
        return new ActionState(status, reason, approval, next);
    }

    /** Changes one iteration; the status follows from those that run, wait and are pending. */
    ActionState with(int number, Iteration next) {
        List<Iteration> changed = new ArrayList<>(iterations);
        changed.set(number, next);
        ActionState state = with(changed);
        if (state.count(ActionStatus.RUNNING) > 0) {
            return state.with(ActionStatus.RUNNING, StatusReason.NONE);
        }
        return changed.stream()
                .map(Iteration::suspension)
                .filter(Objects::nonNull)
                .findFirst()
                .map(suspension ->
                        state.with(ActionStatus.WAITING, suspension.reason().status()))
                .orElseGet(() -> state.with(ActionStatus.PENDING, StatusReason.NONE));
    }
}
