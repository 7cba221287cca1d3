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
import java.util.ArrayList;
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

    /** The limits of tokens, cost and calls that are reached, so that no further attempt starts; each as its member and its value. */
    List<String> reachedLimits(BudgetUsage usage) {
        List<String> reached = new ArrayList<>();
        if (budget.maxTokens() != null && usage.tokens() >= budget.maxTokens()) {
            reached.add("max_tokens " + budget.maxTokens());
        }
        if (budget.maxCalls() != null && usage.calls() >= budget.maxCalls()) {
            reached.add("max_calls " + budget.maxCalls());
        }
        if (budget.maxCost() != null
                && usage.cost().signum() > 0
                && usage.cost().compareTo(budget.maxCost()) >= 0) {
            reached.add("max_cost " + budget.maxCost().toPlainString());
        }
        return reached;
    }

    private ExecutorEffects registered(Action action) {
        return runtime.effects().getOrDefault(action.id(), ExecutorEffects.UNDECLARED);
    }
}
