package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.graph.GraphState.Ending;
import dev.agenthost.actiongraph.policy.failure.ActionRetry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The consequences of the end of an attempt for its iteration, its action and its graph. */
final class AttemptEnds {
    private final GraphRules rules;

    AttemptEnds(GraphRules rules) {
        this.rules = rules;
    }

    void complete(Transition transition, GraphInput.Completed input) {
        ActionState action = transition.action(input.actionId());
        if (action.canEnd(input.iteration(), input.attempt())) {
            use(transition, input.usage());
            Iteration ended = action.iterations().get(input.iteration()).with(ActionStatus.COMPLETED);
            transition.set(input.actionId(), input.iteration(), ended);
            settle(transition, input.actionId());
        }
    }

    void fail(Transition transition, GraphInput.Failed input) {
        Action action = rules.find(input.actionId());
        ActionState state = transition.action(input.actionId());
        if (action == null || !state.canEnd(input.iteration(), input.attempt())) {
            return;
        }
        use(transition, input.usage());
        fail(transition, action, input.iteration(), !input.isFinal(), ActionStatus.FAILED);
    }

    /** Only an attempt whose repetition has no further effect is repeated. The end of another one that has effects is a block. */
    void failUnreported(Transition transition, GraphInput.Unreported input) {
        Action action = rules.find(input.actionId());
        ActionState state = transition.action(input.actionId());
        if (action == null || !state.canEnd(input.iteration(), input.attempt())) {
            return;
        }
        use(transition, input.usage());
        ActionStatus end = rules.isReadOnly(action) ? ActionStatus.FAILED : ActionStatus.BLOCKED;
        fail(transition, action, input.iteration(), rules.isRepeatable(action), end);
    }

    private void fail(Transition transition, Action action, int number, boolean isRepeatable, ActionStatus end) {
        Iteration iteration = transition.action(action.id()).iterations().get(number);
        if (isRepeatable && mayRetry(transition, action, iteration)) {
            Duration delay = action.policies().failure().retry().delayAfter(iteration.attempts());
            transition.set(transition.state().with(transition.state().usage().withRetry()));
            suspend(transition, action.id(), number, iteration, delay);
        } else {
            transition.set(action.id(), number, iteration.with(end));
            settle(transition, action.id());
        }
    }

    /** An attempt with an unknown outcome is repeated only if a repetition has no further effect; otherwise its action is blocked. */
    void lose(Transition transition, String id, int number, int attempt) {
        Action action = rules.find(id);
        ActionState state = transition.action(id);
        if (action == null || !state.canEnd(number, attempt)) {
            return;
        }
        Iteration iteration = state.iterations().get(number);
        boolean repeats = rules.isRepeatable(action) && !transition.isEnding();
        transition.set(id, number, iteration.with(repeats ? ActionStatus.PENDING : ActionStatus.BLOCKED));
        settle(transition, id);
    }

    /** An attempt that goes on elsewhere holds no slot. A graph that ends does not wait for it. */
    void suspend(Transition transition, GraphInput.Suspended input) {
        String id = input.actionId();
        ActionState action = transition.action(id);
        if (!action.canEnd(input.iteration(), input.attempt())) {
            return;
        }
        Iteration iteration = action.iterations().get(input.iteration());
        if (iteration.status() != ActionStatus.RUNNING) {
            return;
        }
        if (transition.isEnding()) {
            transition.set(id, input.iteration(), iteration.with(ActionStatus.CANCELLED));
            transition.add(new GraphEffect.Interrupt(id));
            settle(transition, id);
            return;
        }
        Suspension suspension = input.suspension();
        transition.set(id, input.iteration(), iteration.suspended(suspension));
        if (suspension.reason() == SuspensionReason.TIMER) {
            transition.add(
                    new GraphEffect.CompleteAfter(id, input.iteration(), iteration.attempts(), suspension.delay()));
        }
    }

    /** The delay of an iteration is over. */
    void resume(Transition transition, GraphInput.RetryDue input) {
        ActionState action = transition.action(input.actionId());
        if (action.has(input.iteration())) {
            Iteration iteration = action.iterations().get(input.iteration());
            if (iteration.waitsFor(SuspensionReason.RETRY)) {
                transition.set(input.actionId(), input.iteration(), iteration.with(ActionStatus.PENDING));
                settle(transition, input.actionId());
            }
        }
    }

    /** Treats an action as failed for good. */
    void failFinally(Transition transition, Action action, StatusReason reason) {
        String id = action.id();
        switch (action.policies().failure().onFailure()) {
            case CONTINUE -> transition.set(id, ActionStatus.FAILED, reason);
            case ASK_MODEL -> transition.set(id, ActionStatus.BLOCKED, reason);
            case ABORT -> {
                transition.set(id, ActionStatus.FAILED, reason);
                GraphEnd.begin(transition, Ending.ABORTED, false);
            }
        }
    }

    /** Decides about an action of which nothing runs and nothing waits. */
    private void settle(Transition transition, String id) {
        ActionState state = transition.action(id);
        Action action = rules.find(id);
        if (action == null || state.isUnderWay()) {
            return;
        }
        boolean hasCompleted =
                state.count(ActionStatus.COMPLETED) == state.iterations().size();
        if (transition.isEnding()) {
            end(transition, id, state, hasCompleted && !(action.loop() instanceof Loop.Until));
        } else if (state.count(ActionStatus.BLOCKED) > 0) {
            transition.set(id, ActionStatus.BLOCKED, StatusReason.UNKNOWN_OUTCOME);
        } else if (state.count(ActionStatus.FAILED) > 0) {
            failFinally(transition, action, StatusReason.FAILURE);
        } else if (hasCompleted && action.loop() instanceof Loop.Until loop) {
            iterate(transition, action, loop, state);
        } else if (hasCompleted) {
            transition.set(id, ActionStatus.COMPLETED, StatusReason.NONE);
        }
    }

    private static void end(Transition transition, String id, ActionState state, boolean hasCompleted) {
        Ending ending = transition.state().ending();
        boolean hasFailed = state.count(ActionStatus.FAILED) + state.count(ActionStatus.BLOCKED) > 0;
        boolean isUnknown = state.count(ActionStatus.BLOCKED) > 0 && ending == Ending.DEADLINE;
        if (hasCompleted) {
            transition.set(id, ActionStatus.COMPLETED, StatusReason.NONE);
        } else if (hasFailed && !ending.interrupts() || isUnknown) {
            transition.set(
                    id,
                    ActionStatus.FAILED,
                    state.count(ActionStatus.BLOCKED) > 0 ? StatusReason.UNKNOWN_OUTCOME : StatusReason.FAILURE);
        } else {
            transition.set(id, ActionStatus.CANCELLED, ending.reason());
        }
    }

    /** Ends a loop whose condition is true; otherwise adds an iteration, within the limit. */
    private void iterate(Transition transition, Action action, Loop.Until loop, ActionState state) {
        int last = state.iterations().size() - 1;
        Evaluation evaluation = transition.facts().evaluate(action.id(), last, loop.condition());
        if (!(evaluation instanceof Evaluation.Decided decided)) {
            failFinally(transition, action, StatusReason.UNDECIDED);
        } else if (decided.value()) {
            transition.set(action.id(), ActionStatus.COMPLETED, StatusReason.NONE);
        } else if (last + 1 >= loop.maxIterations()) {
            failFinally(transition, action, StatusReason.LOOP_LIMIT);
        } else {
            transition.set(action.id(), state.with(append(state.iterations())));
            if (loop.delaySeconds() > 0) {
                suspend(transition, action.id(), last + 1, Iteration.PENDING, Duration.ofSeconds(loop.delaySeconds()));
            }
        }
    }

    static List<Iteration> append(List<Iteration> iterations) {
        List<Iteration> more = new ArrayList<>(iterations);
        more.add(Iteration.PENDING);
        return more;
    }

    private static void suspend(Transition transition, String id, int number, Iteration iteration, Duration delay) {
        transition.set(id, number, iteration.suspended(Suspension.retry(delay)));
        transition.add(new GraphEffect.RetryAfter(id, number, delay));
    }

    private boolean mayRetry(Transition transition, Action action, Iteration iteration) {
        ActionRetry retry = action.policies().failure().retry();
        Integer most = rules.budget().maxRetries();
        return !transition.isEnding()
                && iteration.attempts() < retry.maxAttempts()
                && (most == null || transition.state().usage().retries() < most);
    }

    private static void use(Transition transition, AttemptUsage usage) {
        transition.set(transition.state().with(transition.state().usage().plus(usage)));
    }
}
