package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.condition.Condition;
import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.graph.GraphState.Ending;
import dev.agenthost.actiongraph.policy.GraphPolicies;
import dev.agenthost.actiongraph.policy.execution.CancellationPolicy;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.policy.failure.PartialResults;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The state machine of a graph: an input changes the state and has effects. It decides about dependencies, conditions, loops, approvals,
 * conflicting writes, budgets, parallelism, failures, retries, decisions, cancellation and recovery; it starts no attempt twice.
 *
 * <pre>
 * PENDING ──approval needed──▶ WAITING ──denied──▶ failure
 *    │ ▲ ◀──────approved──────────┘
 *    │ │
 *    ├─┼──start──▶ RUNNING ──▶ COMPLETED
 *    │ │            │ ▲ └─fail─▶ FAILED
 *    │ │   suspended▼ │end
 *    │ └─due─ WAITING ◀─ retry, next iteration
 *    │ └─decided─ BLOCKED ◀─ ask_model, conflict, unknown outcome
 *    ├─condition false, no result of a dependency──▶ SKIPPED
 *    └─abort, cancel, budget, deadline──▶ CANCELLED
 * </pre>
 */
public final class GraphScheduler {
    private static final Set<SideEffect> RISKS =
            Set.of(SideEffect.SEND, SideEffect.DELETE, SideEffect.PURCHASE, SideEffect.PUBLISH);

    private final GraphRules rules;
    private final AttemptEnds ends;
    private final ActionStarter starter;
    private final Decisions decisions;

    /** A scheduler within the limits of the runtime. */
    public GraphScheduler(ActionGraph graph, GraphPolicies policies, RuntimePolicy runtime) {
        this.rules = new GraphRules(graph, policies, runtime);
        this.ends = new AttemptEnds(rules);
        this.starter = new ActionStarter(rules, ends);
        this.decisions = new Decisions(rules, ends);
    }

    /** @param parallelism most attempts that the runtime runs at a time; the declaration can only lower it */
    public GraphScheduler(ActionGraph graph, GraphPolicies policies, int parallelism) {
        this(graph, policies, RuntimePolicy.of(parallelism));
    }

    /**
     * Takes one input of a graph without list loops.
     *
     * @param conditions evaluates a condition on the results so far
     */
    public GraphStep on(GraphState state, GraphInput input, Function<Condition, Evaluation> conditions) {
        return on(state, input, ResultFacts.of(conditions));
    }

    /** Takes one input. */
    public GraphStep on(GraphState state, GraphInput input, ResultFacts facts) {
        Transition transition = new Transition(state, facts);
        boolean resumes = apply(transition, input);
        if (!resumes && transition.state().equals(state)) {
            return transition.step();
        }
        starter.start(transition);
        GraphEnd.report(transition);
        return transition.step();
    }

    /** The action with that id, which the graph must have. */
    public Action action(String actionId) {
        return Objects.requireNonNull(rules.find(actionId), actionId);
    }

    /** The actions that end before an action starts, by {@code depends_on} or a reference, in their order. */
    public Set<String> dependencies(String actionId) {
        return rules.dependencies(actionId);
    }

    /** Returns true if an action needs the approval of a person, or may send, delete, purchase or publish. */
    public boolean isRisky() {
        return rules.actions().stream()
                .anyMatch(action -> rules.needsApproval(action)
                        || rules.effects(action).stream().anyMatch(RISKS::contains));
    }

    /** Returns true if an attempt of the action changes nothing outside of the run, by the registry and by its declaration. */
    public boolean isReadOnly(String actionId) {
        return rules.isReadOnly(action(actionId));
    }

    /** The ids of the actions whose results the model gets, by {@code partial_results} where the graph has failed. */
    public Set<String> reportedResults(GraphState state) {
        boolean hasFailed = state.ending() != Ending.NONE;
        if (hasFailed && rules.policies().partialResults() == PartialResults.STATUS_ONLY) {
            return Set.of();
        }
        return state.actions().entrySet().stream()
                .filter(action -> action.getValue().status() == ActionStatus.COMPLETED)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The limits of tokens, cost and calls that keep further attempts from starting, each as its member and its value. */
    public List<String> reachedLimits(GraphState state) {
        return rules.reachedLimits(state);
    }

    /** Returns true if the input resumes the graph, so that its effects matter even where the state stays the same. */
    private boolean apply(Transition transition, GraphInput input) {
        switch (input) {
            case GraphInput.Begin begin -> {
                if (transition.state().isInitial()) {
                    setDeadline(transition);
                }
            }
            case GraphInput.Completed completed -> ends.complete(transition, completed);
            case GraphInput.Failed failed -> ends.fail(transition, failed);
            case GraphInput.Unreported unreported -> ends.failUnreported(transition, unreported);
            case GraphInput.Lost lost -> ends.lose(transition, lost.actionId(), lost.iteration(), lost.attempt());
            case GraphInput.Suspended suspended -> ends.suspend(transition, suspended);
            case GraphInput.RetryDue due -> ends.resume(transition, due);
            case GraphInput.Approved approved -> decisions.approve(transition, approved);
            case GraphInput.Denied denied -> decisions.deny(transition, denied);
            case GraphInput.Decided decided -> decisions.decide(transition, decided);
            case GraphInput.DeadlineReached reached -> end(transition, Ending.DEADLINE, true);
            case GraphInput.Cancel cancel ->
                end(transition, Ending.CANCELLED, rules.policies().cancellation() == CancellationPolicy.INTERRUPT);
        }
        return input instanceof GraphInput.Begin;
    }

    private void setDeadline(Transition transition) {
        Integer seconds = rules.budget().maxSeconds();
        if (seconds != null && !transition.isEnding() && !transition.state().hasEnded()) {
            transition.add(new GraphEffect.DeadlineAfter(Duration.ofSeconds(seconds)));
        }
    }

    private static void end(Transition transition, Ending ending, boolean interrupts) {
        Ending current = transition.state().ending();
        boolean isRepeated = current == ending || (ending == Ending.DEADLINE && current != Ending.NONE);
        if (!isRepeated && !transition.state().hasEnded()) {
            GraphEnd.begin(transition, ending, interrupts);
        }
    }
}
