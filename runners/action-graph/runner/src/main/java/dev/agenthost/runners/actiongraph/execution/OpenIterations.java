package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.graph.ActionState;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.graph.ApprovalStatus;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.graph.Iteration;
import dev.agenthost.actiongraph.graph.Suspension;
import dev.agenthost.actiongraph.graph.SuspensionReason;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The iterations of a state that run or wait. */
public record OpenIterations(GraphState state) {
    /** The attempts without a recorded end. */
    List<AttemptId> running() {
        List<AttemptId> running = new ArrayList<>();
        state.actions().forEach((id, action) -> {
            for (int number = 0; number < action.iterations().size(); number++) {
                Iteration iteration = action.iterations().get(number);
                if (iteration.status() == ActionStatus.RUNNING) {
                    running.add(new AttemptId(id, number, iteration.attempts()));
                }
            }
        });
        return running;
    }

    /** The attempts that wait for one of these events. */
    Map<AttemptId, Suspension> waiting(Set<SuspensionReason> reasons) {
        Map<AttemptId, Suspension> waiting = new LinkedHashMap<>();
        state.actions().forEach((id, action) -> {
            for (int number = 0; number < action.iterations().size(); number++) {
                Iteration iteration = action.iterations().get(number);
                Suspension suspension = iteration.suspension();
                if (suspension != null && reasons.contains(suspension.reason())) {
                    waiting.put(new AttemptId(id, number, iteration.attempts()), suspension);
                }
            }
        });
        return waiting;
    }

    /**
     * The events that the graph waits for, each in some words.
     *
     * @param persons ids of those who approve and answer; empty if everyone may
     */
    public List<String> waits(List<String> persons) {
        String by = persons.isEmpty() ? " by a person" : " by " + String.join(" or ", persons);
        List<String> waits = new ArrayList<>();
        unapproved().forEach(id -> waits.add("the approval of " + id + by));
        waiting(EnumSet.allOf(SuspensionReason.class))
                .forEach((attempt, suspension) -> waits.add(
                        switch (suspension.reason()) {
                            case PERSON -> "the answer to " + attempt.actionId() + by;
                            case ASSIGNMENT -> "the agent of " + attempt.actionId();
                            case TIMER -> "the time of " + attempt.actionId();
                            case RETRY -> "the next attempt of " + attempt.actionId();
                        }));
        return waits;
    }

    /** Returns true if a question of the graph is open, also while other actions run. */
    public boolean isAsking() {
        return !unapproved().isEmpty()
                || !waiting(EnumSet.of(SuspensionReason.PERSON)).isEmpty();
    }

    /** Returns true if an action waits for its approval. */
    boolean waitsForApproval(String actionId) {
        return Optional.ofNullable(state.actions().get(actionId))
                .filter(OpenIterations::waitsForApproval)
                .isPresent();
    }

    /** The actions that wait for their approval. */
    List<String> unapproved() {
        return state.actions().keySet().stream().filter(this::waitsForApproval).toList();
    }

    private static boolean waitsForApproval(ActionState action) {
        return action.status() == ActionStatus.WAITING && action.approval().status() == ApprovalStatus.REQUESTED;
    }
}
