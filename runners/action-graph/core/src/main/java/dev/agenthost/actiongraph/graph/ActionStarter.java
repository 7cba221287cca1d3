package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.WriteConflict;
import dev.agenthost.actiongraph.action.WriteConflicts;
import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.graph.GraphState.Ending;
import dev.agenthost.actiongraph.policy.execution.ConflictResolution;
import java.util.Collections;

/**
 * Starts the actions that may run, in the order of the declaration. An action passes, in this order, its dependencies and its condition, the
 * conflicting writes, the approval, the budget and the limit of parallel attempts. Nobody is asked to approve what the budget excludes.
 */
final class ActionStarter {
    private final GraphRules rules;
    private final AttemptEnds ends;

    ActionStarter(GraphRules rules, AttemptEnds ends) {
        this.rules = rules;
        this.ends = ends;
    }

    /** Starts actions until nothing changes: the end of one can make an earlier one ready. */
    void start(Transition transition) {
        GraphState before;
        do {
            before = transition.state();
            for (Action action : rules.actions()) {
                if (!transition.isEnding()) {
                    start(transition, action);
                }
            }
        } while (before != transition.state() && !transition.isEnding());
    }

    private void start(Transition transition, Action action) {
        ActionState state = transition.action(action.id());
        if (state.status() == ActionStatus.PENDING && state.iterations().isEmpty()) {
            admit(transition, action);
        }
        if (hasWork(transition.action(action.id())) && passes(transition, action)) {
            launch(transition, action);
        }
    }

    private void admit(Transition transition, Action action) {
        GraphState state = transition.state();
        if (!rules.dependencies(action.id()).stream()
                .allMatch(id -> state.status(id).isTerminal())) {
            return;
        }
        switch (ActionAdmission.decide(action, rules.dependencies(action.id()), state, transition.facts())) {
            case ActionAdmission.Skipped skipped -> transition.set(action.id(), ActionStatus.SKIPPED, skipped.reason());
            case ActionAdmission.Refused refused -> ends.failFinally(transition, action, refused.reason());
            case ActionAdmission.Admitted(int iterations)
            when iterations == 0 -> transition.set(action.id(), ActionStatus.COMPLETED, StatusReason.NONE);
            case ActionAdmission.Admitted(int iterations) ->
                transition.set(
                        action.id(),
                        transition.action(action.id()).with(Collections.nCopies(iterations, Iteration.PENDING)));
        }
    }

    /** Returns true if an iteration can start as far as its action is concerned. */
    private static boolean hasWork(ActionState state) {
        return !state.status().isTerminal()
                && state.status() != ActionStatus.BLOCKED
                && state.approval().status() != ApprovalStatus.REQUESTED
                && state.count(ActionStatus.PENDING) > 0
                && state.count(ActionStatus.FAILED) + state.count(ActionStatus.BLOCKED) == 0;
    }

    private boolean passes(Transition transition, Action action) {
        return passesConflicts(transition, action) && passesApproval(transition, action);
    }

    private boolean passesConflicts(Transition transition, Action action) {
        String id = action.id();
        ActionState state = transition.action(id);
        boolean blocks = rules.policies().conflicts() == ConflictResolution.BLOCK
                && state.attempts() == 0
                && state.reason() != StatusReason.DECISION
                && (state.iterations().size() > 1
                                && WriteConflicts.ofIterations(action).isPresent()
                        || rules.conflicts().stream()
                                .anyMatch(conflict -> conflict.later().equals(id)));
        if (blocks) {
            transition.set(id, ActionStatus.BLOCKED, StatusReason.CONFLICT);
            return false;
        }
        return rules.conflicts().stream().noneMatch(conflict -> holds(conflict, id, transition.state()));
    }

    /** Returns true if the other action of the conflict keeps this one from starting: it is under way, or it is earlier and waits for approval. */
    private static boolean holds(WriteConflict conflict, String id, GraphState state) {
        if (conflict.later().equals(id)) {
            ActionState earlier = state.action(conflict.earlier());
            return earlier.isUnderWay()
                    || (earlier.status() == ActionStatus.WAITING && earlier.reason() == StatusReason.APPROVAL);
        }
        return conflict.earlier().equals(id) && state.action(conflict.later()).isUnderWay();
    }

    private boolean passesApproval(Transition transition, Action action) {
        ActionState state = transition.action(action.id());
        if (state.approval().status() != ApprovalStatus.NONE || !rules.needsApproval(action)) {
            return true;
        }
        if (rules.isExhausted(action, transition.state().usage())) {
            if (transition.running() < rules.parallelism()) {
                // The budget would end the graph after the approval, too: what is used is never less later.
                GraphEnd.begin(transition, Ending.BUDGET, false);
            }
        } else if (!rules.isExhausted(action, expectedUsage(transition.state()))) {
            ask(transition, action);
        }
        return false;
    }

    /** The usage after the start of each action that waits for its approval, or was approved and waits for a slot. */
    private BudgetUsage expectedUsage(GraphState state) {
        BudgetUsage expected = state.usage();
        for (Action action : rules.actions()) {
            ActionState asked = state.action(action.id());
            boolean willStart = (asked.status() == ActionStatus.WAITING || asked.status() == ActionStatus.PENDING)
                    && !asked.isUnderWay();
            if (willStart && asked.approval().status() != ApprovalStatus.NONE) {
                expected = expected.withCall(rules.cost(action));
            }
        }
        return expected;
    }

    private void ask(Transition transition, Action action) {
        transition.set(
                action.id(),
                transition
                        .action(action.id())
                        .with(ActionStatus.WAITING, StatusReason.APPROVAL)
                        .with(Approval.REQUESTED));
        transition.add(new GraphEffect.AskApproval(action.id(), rules.effects(action)));
    }

    /** Returns true if the person has approved other values than an iteration would run with. */
    private static boolean isOutdated(Transition transition, String id, int iteration) {
        return transition.action(id).approval().status() == ApprovalStatus.APPROVED
                && !transition.facts().isApproved(id, iteration);
    }

    private void launch(Transition transition, Action action) {
        boolean excludes = WriteConflicts.ofIterations(action).isPresent();
        int most = action.loop() instanceof Loop.ForEach loop && !excludes ? loop.maxParallel() : 1;
        int size = transition.action(action.id()).iterations().size();
        for (int number = 0; number < size; number++) {
            ActionState state = transition.action(action.id());
            if (state.iterations().get(number).status() != ActionStatus.PENDING) {
                continue;
            }
            int open = state.count(ActionStatus.RUNNING) + (excludes ? state.count(ActionStatus.WAITING) : 0);
            if (open >= most || transition.running() >= rules.parallelism()) {
                return;
            }
            if (rules.isExhausted(action, transition.state().usage())) {
                GraphEnd.begin(transition, Ending.BUDGET, false);
                return;
            }
            if (isOutdated(transition, action.id(), number)) {
                if (state.count(ActionStatus.RUNNING) + state.count(ActionStatus.WAITING) == 0) {
                    ask(transition, action);
                }
                return;
            }
            Iteration started = state.iterations().get(number).started();
            transition.set(transition.state().with(transition.state().usage().withCall(rules.cost(action))));
            transition.set(action.id(), number, started);
            transition.add(new GraphEffect.Start(action.id(), number, started.attempts()));
        }
    }
}
