package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.graph.GraphState.Ending;

/** Ends a graph before all its actions have run. */
final class GraphEnd {
    private GraphEnd() {}

    /**
     * Cancels every action that does not run; an answer or a result that one of them waits for is not wanted any more. A blocked action has
     * failed for the reason that it has.
     */
    static void begin(Transition transition, Ending ending, boolean interrupts) {
        transition.set(transition.state().with(ending));
        transition.state().actions().forEach((id, action) -> {
            if (action.status().isTerminal()) {
                return;
            }
            boolean runs = action.count(ActionStatus.RUNNING) > 0;
            boolean waitsElsewhere = action.iterations().stream()
                    .anyMatch(iteration -> iteration.waitsFor(SuspensionReason.PERSON)
                            || iteration.waitsFor(SuspensionReason.ASSIGNMENT));
            if ((runs && interrupts) || waitsElsewhere) {
                transition.add(new GraphEffect.Interrupt(id));
            }
            ActionState stopped = action.with(action.iterations().stream()
                    .map(iteration -> iteration.status() == ActionStatus.WAITING
                            ? iteration.with(ActionStatus.CANCELLED)
                            : iteration)
                    .toList());
            if (runs) {
                transition.set(id, stopped);
            } else if (action.status() == ActionStatus.BLOCKED) {
                transition.set(id, stopped.with(ActionStatus.FAILED, action.reason()));
            } else {
                transition.set(id, stopped.with(ActionStatus.CANCELLED, ending.reason()));
            }
        });
    }

    /** Reports the aggregate status if nothing runs, and nothing but a person is waited for. */
    static void report(Transition transition) {
        GraphState state = transition.state();
        boolean isBlocked = state.count(ActionStatus.BLOCKED) > 0;
        boolean waits = state.isWaiting() && !(isBlocked && state.waitsForPerson());
        if (state.count(ActionStatus.RUNNING) > 0 || waits) {
            return;
        }
        transition.add(new GraphEffect.Report(
                switch (state.ending()) {
                    case CANCELLED -> GraphStatus.CANCELLED;
                    case ABORTED, BUDGET, DEADLINE -> GraphStatus.FAILED;
                    case NONE -> isBlocked ? GraphStatus.BLOCKED : GraphStatus.COMPLETED;
                }));
    }
}
