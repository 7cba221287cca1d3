package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.declaration.DecisionChoice;
import dev.agenthost.actiongraph.graph.GraphState.Ending;
import java.util.List;

/** The consequences of approvals and decisions. A decision is no approval: an action that it repeats is approved anew. */
final class Decisions {
    private final GraphRules rules;
    private final AttemptEnds ends;

    Decisions(GraphRules rules, AttemptEnds ends) {
        this.rules = rules;
        this.ends = ends;
    }

    void approve(Transition transition, GraphInput.Approved input) {
        ActionState state = transition.action(input.actionId());
        if (waitsForApproval(state)) {
            transition.set(
                    input.actionId(),
                    state.with(ActionStatus.PENDING, StatusReason.DECISION)
                            .with(new Approval(ApprovalStatus.APPROVED, input.person())));
        }
    }

    void deny(Transition transition, GraphInput.Denied input) {
        ActionState state = transition.action(input.actionId());
        Action action = rules.find(input.actionId());
        if (action != null && waitsForApproval(state)) {
            transition.set(input.actionId(), state.with(new Approval(ApprovalStatus.DENIED, input.person())));
            ends.failFinally(transition, action, StatusReason.DENIED);
        }
    }

    void decide(Transition transition, GraphInput.Decided input) {
        GraphState graph = transition.state();
        if (input.choice() == DecisionChoice.ABORT) {
            if (!transition.isEnding() && !graph.hasEnded()) {
                GraphEnd.begin(transition, Ending.ABORTED, false);
            }
            return;
        }
        String id = input.actionId();
        if (graph.status(id) != ActionStatus.BLOCKED) {
            return;
        }
        // A decision does not make it known whether the action had its effect.
        StatusReason reason = transition.action(id).reason() == StatusReason.UNKNOWN_OUTCOME
                ? StatusReason.UNKNOWN_OUTCOME
                : StatusReason.DECISION;
        switch (input.choice()) {
            case RETRY -> retry(transition, id);
            case SKIP -> transition.set(id, ActionStatus.SKIPPED, reason);
            case CONTINUE, ABORT -> transition.set(id, ActionStatus.FAILED, reason);
        }
    }

    private static void retry(Transition transition, String id) {
        ActionState state = transition.action(id);
        List<Iteration> iterations = state.iterations().stream()
                .map(iteration ->
                        iteration.status() == ActionStatus.FAILED || iteration.status() == ActionStatus.BLOCKED
                                ? iteration.with(ActionStatus.PENDING)
                                : iteration)
                .toList();
        boolean needsIteration = !iterations.isEmpty() && state.reason() == StatusReason.LOOP_LIMIT;
        transition.set(
                id,
                state.with(ActionStatus.PENDING, StatusReason.DECISION)
                        .with(needsIteration ? AttemptEnds.append(iterations) : iterations)
                        .with(Approval.NONE));
    }

    private static boolean waitsForApproval(ActionState state) {
        return state.status() == ActionStatus.WAITING && state.approval().status() == ApprovalStatus.REQUESTED;
    }
}
