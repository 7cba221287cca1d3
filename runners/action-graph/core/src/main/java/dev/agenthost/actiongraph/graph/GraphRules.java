package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.WriteConflict;
import dev.agenthost.actiongraph.action.WriteConflicts;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.policy.GraphPolicies;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import dev.agenthost.actiongraph.policy.execution.ExecutionStrategy;
import dev.agenthost.actiongraph.policy.execution.ExecutorEffects;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.policy.failure.Idempotency;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules of one graph: the declaration within the limits of the runtime. */
final class GraphRules {
    private static final Set<SideEffect> REPEATABLE = Set.of(SideEffect.READ);

    private final List<Action> actions;
    private final Map<String, Action> byId = new HashMap<>();
    private final Map<String, Set<String>> dependencies;
    private final List<WriteConflict> conflicts;
    private final GraphPolicies policies;
    private final RuntimePolicy runtime;
    private final BudgetPolicy budget;

    GraphRules(ActionGraph graph, GraphPolicies policies, RuntimePolicy runtime) {
        this.actions = graph.actions();
        actions.forEach(action -> byId.put(action.id(), action));
        this.dependencies = graph.dependencies();
        this.conflicts = WriteConflicts.of(actions, dependencies);
        this.policies = policies;
        this.runtime = runtime;
        this.budget = policies.budget().within(runtime.budget());
    }

    List<Action> actions() {
        return actions;
    }

    @Nullable
    Action find(String id) {
        return byId.get(id);
    }

    Set<String> dependencies(String id) {
        return dependencies.getOrDefault(id, Set.of());
    }

    List<WriteConflict> conflicts() {
        return conflicts;
    }

    GraphPolicies policies() {
        return policies;
    }

    BudgetPolicy budget() {
        return budget;
    }

    int parallelism() {
        if (policies.execution().strategy() == ExecutionStrategy.SEQUENTIAL) {
            return 1;
        }
        Integer declared = budget.maxParallel();
        return declared == null ? runtime.parallelism() : Math.min(declared, runtime.parallelism());
    }

    /** The effects that the registry and the declaration state together. */
    Set<SideEffect> effects(Action action) {
        return registered(action).with(action.policies().sideEffects());
    }

    boolean needsApproval(Action action) {
        Set<SideEffect> effects = effects(action);
        return runtime.approval().appliesTo(effects)
                || policies.approval().appliesTo(effects)
                || action.policies().approval().appliesTo(effects);
    }

    /** Returns true if a repetition of an attempt with an unknown outcome has no further effect. */
    boolean isRepeatable(Action action) {
        Idempotency claim = action.policies().idempotency();
        boolean hasKey = registered(action).acceptsIdempotencyKey() && claim.key() != null;
        return claim.repeatable() && (hasKey || isReadOnly(action));
    }

    /** Returns true if an attempt changes nothing outside of the run. */
    boolean isReadOnly(Action action) {
        return REPEATABLE.containsAll(effects(action));
    }

    /** The cost of one attempt, by the registry. */
    BigDecimal cost(Action action) {
        return runtime.costs().getOrDefault(action.id(), BigDecimal.ZERO);
    }

    /** Returns true if no attempt of an action can start within the budget. */
    boolean isExhausted(Action action, BudgetUsage usage) {
        return !reachedLimits(usage, cost(action)).isEmpty();
    }

    /** The limits of tokens, cost and calls that keep the cancelled actions from starting; each as its member and its value. */
    List<String> reachedLimits(GraphState state) {
        BigDecimal next = actions.stream()
                .filter(action -> state.action(action.id()).reason() == StatusReason.BUDGET)
                .map(this::cost)
                .max(Comparator.naturalOrder())
                .orElse(BigDecimal.ZERO);
        return reachedLimits(state.usage(), next);
    }

    private List<String> reachedLimits(BudgetUsage usage, BigDecimal next) {
        List<String> reached = new ArrayList<>();
        if (budget.maxTokens() != null && usage.tokens() >= budget.maxTokens()) {
            reached.add("max_tokens " + budget.maxTokens());
        }
        if (budget.maxCalls() != null && usage.calls() >= budget.maxCalls()) {
            reached.add("max_calls " + budget.maxCalls());
        }
        if (budget.maxCost() != null && usage.cost().add(next).compareTo(budget.maxCost()) > 0) {
            reached.add("max_cost " + budget.maxCost().toPlainString() + " ("
                    + usage.cost().toPlainString() + " used, an attempt costs "
                    + next.stripTrailingZeros().toPlainString() + ")");
        }
        return reached;
    }

    private ExecutorEffects registered(Action action) {
        return runtime.effects().getOrDefault(action.id(), ExecutorEffects.UNDECLARED);
    }
}
