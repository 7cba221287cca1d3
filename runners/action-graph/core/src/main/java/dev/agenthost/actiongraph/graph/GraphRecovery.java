package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;

/** Resumes a graph from its stored state after the processes of the runtime were lost. */
final class GraphRecovery {
    private final GraphRules rules;
    private final AttemptEnds ends;

    GraphRecovery(GraphRules rules, AttemptEnds ends) {
        this.rules = rules;
        this.ends = ends;
    }

    /** Decides about each running attempt, and repeats the effects whose performance the state does not show. */
    void recover(Transition transition) {
        for (Action action : rules.actions()) {
            int size = transition.action(action.id()).iterations().size();
            for (int number = 0; number < size; number++) {
                Iteration iteration =
                        transition.action(action.id()).iterations().get(number);
                if (iteration.status() == ActionStatus.RUNNING) {
                    ends.lose(transition, action.id(), number, iteration.attempts());
                }
            }
        }
        rules.actions().forEach(action -> repeat(transition, action));
    }

    private void repeat(Transition transition, Action action) {
        ActionState state = transition.action(action.id());
        if (state.status() == ActionStatus.WAITING && state.reason() == StatusReason.APPROVAL) {
            transition.add(new GraphEffect.AskApproval(action.id(), rules.effects(action)));
        }
        for (int number = 0; number < state.iterations().size(); number++) {
            Iteration iteration = state.iterations().get(number);
            Suspension suspension = iteration.suspension();
            if (suspension == null) {
                continue;
            }
            switch (suspension.reason()) {
                case RETRY -> transition.add(new GraphEffect.RetryAfter(action.id(), number, suspension.delay()));
                case TIMER ->
                    transition.add(new GraphEffect.CompleteAfter(
                            action.id(), number, iteration.attempts(), suspension.delay()));
                case PERSON, ASSIGNMENT -> {
                    // The answer arrives as an input of its own.
                }
            }
        }
    }
}
