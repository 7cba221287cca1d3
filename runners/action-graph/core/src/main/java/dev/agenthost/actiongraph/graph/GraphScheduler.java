package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.condition.Condition;
import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.DecisionChoice;
import dev.agenthost.actiongraph.graph.GraphState.Ending;
import dev.agenthost.actiongraph.policy.GraphPolicies;
import dev.agenthost.actiongraph.policy.execution.CancellationPolicy;
import dev.agenthost.actiongraph.policy.execution.ExecutionStrategy;
import dev.agenthost.actiongraph.policy.failure.ActionRetry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The state machine of a graph: an input changes the state and has effects. It decides about dependencies, conditions, parallelism,
 * failures, retries, decisions and cancellation; it starts no attempt twice.
 *
 * <pre>
 * PENDING ──start──▶ RUNNING ──▶ COMPLETED
 *    │ ▲                │ └─fail─▶ FAILED
 *    │ └─due─ WAITING ◀─┤ retry
 *    │ └─decided─ BLOCKED ◀┘ ask_model
 *    ├─condition false, no result of a dependency──▶ SKIPPED
 *    └─abort, cancel──▶ CANCELLED
 * </pre>
 */
public final class GraphScheduler {
    private final Map<String, Action> actions = new HashMap<>();
    private final ReadyActions ready;
    private final GraphPolicies policies;
    private final int parallelism;

    /** @param parallelism most actions that the runtime runs at a time; the declaration can only lower it */
    public GraphScheduler(ActionGraph graph, GraphPolicies policies, int parallelism) {
        graph.actions().forEach(action -> actions.put(action.id(), action));
        this.ready = new ReadyActions(graph);
        this.policies = policies;
        Integer declared = policies.budget().maxParallel();
        int most = declared == null ? parallelism : Math.min(declared, parallelism);
        this.parallelism = policies.execution().strategy() == ExecutionStrategy.SEQUENTIAL ? 1 : most;
    }

    /**
     * Takes one input.
     *
     * @param conditions evaluates a condition on the results so far
     */
    public GraphStep on(GraphState state, GraphInput input, Function<Condition, Evaluation> conditions) {
        List<GraphEffect> effects = new ArrayList<>();
        GraphState changed =
                switch (input) {
                    case GraphInput.Begin begin -> state;
                    case GraphInput.Completed completed ->
                        state.status(completed.actionId()) == ActionStatus.RUNNING
                                ? state.with(completed.actionId(), ActionStatus.COMPLETED)
                                : state;
                    case GraphInput.Failed failed ->
                        state.status(failed.actionId()) == ActionStatus.RUNNING
                                ? fail(state, failed.actionId(), true, effects)
                                : state;
                    case GraphInput.RetryDue due ->
                        state.status(due.actionId()) == ActionStatus.WAITING
                                ? state.with(due.actionId(), ActionStatus.PENDING)
                                : state;
                    case GraphInput.Decided decided -> decide(state, decided);
                    case GraphInput.Cancel cancel -> cancel(state, effects);
                };
        if (changed.equals(state) && !(input instanceof GraphInput.Begin)) {
            return new GraphStep(state, List.of());
        }
        GraphState started = start(changed, conditions, effects);
        report(started, effects);
        return new GraphStep(started, effects);
    }

    /** Starts what is ready, in the order of the declaration, until nothing changes. */
    private GraphState start(GraphState state, Function<Condition, Evaluation> conditions, List<GraphEffect> effects) {
        GraphState at = state;
        ReadyActions.Next next = ready.next(at, conditions);
        while (next != null && at.ending() == Ending.NONE) {
            String id = next.actionId();
            switch (next.verdict()) {
                case SKIP -> at = at.with(id, ActionStatus.SKIPPED);
                case FAIL -> at = fail(at, id, false, effects);
                case START -> {
                    if (at.count(ActionStatus.RUNNING) >= parallelism) {
                        return at;
                    }
                    ActionState running =
                            at.actions().getOrDefault(id, ActionState.PENDING).started();
                    at = at.with(id, running);
                    effects.add(new GraphEffect.Start(id, running.attempts()));
                }
            }
            next = ready.next(at, conditions);
        }
        return at;
    }

    private GraphState fail(GraphState state, String id, boolean mayRetry, List<GraphEffect> effects) {
        if (state.ending() != Ending.NONE) {
            return state.with(id, state.ending() == Ending.CANCELLED ? ActionStatus.CANCELLED : ActionStatus.FAILED);
        }
        Action action = actions.get(id);
        if (action == null) {
            return state;
        }
        int attempts = state.actions().getOrDefault(id, ActionState.PENDING).attempts();
        ActionRetry retry = action.policies().failure().retry();
        Integer maxRetries = policies.budget().maxRetries();
        if (mayRetry && attempts < retry.maxAttempts() && (maxRetries == null || state.retries() < maxRetries)) {
            effects.add(new GraphEffect.RetryAfter(id, retry.delayAfter(attempts)));
            return state.with(id, ActionStatus.WAITING).withRetry();
        }
        return switch (action.policies().failure().onFailure()) {
            case CONTINUE -> state.with(id, ActionStatus.FAILED);
            case ASK_MODEL -> state.with(id, ActionStatus.BLOCKED);
            case ABORT -> end(state.with(id, ActionStatus.FAILED), Ending.ABORTED);
        };
    }

    private static GraphState decide(GraphState state, GraphInput.Decided decided) {
        String id = decided.actionId();
        if (decided.choice() == DecisionChoice.ABORT && state.ending() == Ending.NONE && !state.hasEnded()) {
            return end(state, Ending.ABORTED);
        }
        if (state.status(id) != ActionStatus.BLOCKED) {
            return state;
        }
        return switch (decided.choice()) {
            case RETRY -> state.with(id, ActionStatus.PENDING);
            case SKIP -> state.with(id, ActionStatus.SKIPPED);
            case CONTINUE, ABORT -> state.with(id, ActionStatus.FAILED);
        };
    }

    private GraphState cancel(GraphState state, List<GraphEffect> effects) {
        if (state.ending() == Ending.CANCELLED || state.hasEnded()) {
            return state;
        }
        if (policies.cancellation() == CancellationPolicy.INTERRUPT) {
            state.actions().forEach((id, action) -> {
                if (action.status() == ActionStatus.RUNNING) {
                    effects.add(new GraphEffect.Interrupt(id));
                }
            });
        }
        return end(state, Ending.CANCELLED);
    }

    /** Cancels what does not run. */
    private static GraphState end(GraphState state, Ending reason) {
        GraphState at = state.ending(reason);
        for (Map.Entry<String, ActionState> action : state.actions().entrySet()) {
            ActionStatus status = action.getValue().status();
            if (!status.isTerminal() && status != ActionStatus.RUNNING) {
                at = at.with(action.getKey(), ActionStatus.CANCELLED);
            }
        }
        return at;
    }

    private static void report(GraphState state, List<GraphEffect> effects) {
        if (state.count(ActionStatus.RUNNING) > 0 || state.count(ActionStatus.WAITING) > 0) {
            return;
        }
        effects.add(new GraphEffect.Report(
                switch (state.ending()) {
                    case CANCELLED -> GraphStatus.CANCELLED;
                    case ABORTED -> GraphStatus.FAILED;
                    case NONE -> state.count(ActionStatus.BLOCKED) > 0 ? GraphStatus.BLOCKED : GraphStatus.COMPLETED;
                }));
    }
}
