package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.WriteConflicts;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.graph.GraphState.Ending;
import dev.agenthost.actiongraph.policy.GraphPolicies;
import dev.agenthost.actiongraph.policy.execution.ConflictResolution;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Adds the actions of a later declaration to a graph that runs, is blocked or has completed. New actions may depend on existing ones; existing
 * ones do not change, so that there is no cycle through both.
 */
public final class GraphExpansion {
    private static final String ACTIONS = "$.payload.actions";

    private final ActionGraph graph;
    private final GraphPolicies policies;

    /** @param policies those of the graph; the policies of a later declaration do not change them */
    public GraphExpansion(ActionGraph graph, GraphPolicies policies) {
        this.graph = graph;
        this.policies = policies;
    }

    /**
     * Adds actions.
     *
     * @param addition valid by itself: the reader has checked its references and cycles
     */
    public ExpansionOutcome expand(GraphState state, ActionGraph addition) {
        List<Violation> errors = new ArrayList<>();
        if (state.ending() != Ending.NONE) {
            errors.add(new Violation(
                    "$.payload.run_id",
                    Rule.FIELD_CONFLICT,
                    "names a run that is over: " + state.ending().words() + ". Declare a new graph"));
        }
        List<Action> all = Stream.concat(graph.actions().stream(), addition.actions().stream())
                .toList();
        if (all.size() > ActionGraph.MAX_ACTIONS) {
            errors.add(new Violation(
                    ACTIONS,
                    Rule.FIELD_LIMIT,
                    "make " + all.size() + " actions with those of the run; the limit is " + ActionGraph.MAX_ACTIONS));
        }
        checkIds(state, addition, errors);
        if (errors.isEmpty()) {
            checkExisting(new ActionGraph(graph.runId(), all), addition, errors);
        }
        return errors.isEmpty()
                ? new ExpansionOutcome.Expanded(new ActionGraph(graph.runId(), all), with(state, addition))
                : new ExpansionOutcome.Refused(errors);
    }

    private static void checkIds(GraphState state, ActionGraph addition, List<Violation> errors) {
        for (int i = 0; i < addition.actions().size(); i++) {
            String id = addition.actions().get(i).id();
            if (state.actions().containsKey(id)) {
                errors.add(new Violation(
                        ACTIONS + "[" + i + "].id",
                        Rule.ID_DUPLICATE,
                        "repeats the id " + id + " of an action of the run; existing actions do not change"));
            }
        }
    }

    /** An existing reference to an artifact must not become a dependency on a new action of that name. */
    private void checkExisting(ActionGraph expanded, ActionGraph addition, List<Violation> errors) {
        Map<String, Set<String>> dependencies = expanded.dependencies();
        Set<String> added = addition.actions().stream().map(Action::id).collect(Collectors.toSet());
        for (Action existing : graph.actions()) {
            dependencies.getOrDefault(existing.id(), Set.of()).stream()
                    .filter(added::contains)
                    .forEach(id -> errors.add(new Violation(
                            ACTIONS,
                            Rule.ID_DUPLICATE,
                            "have the id " + id + ", which is the name of an artifact that " + existing.id()
                                    + " refers to; rename the action")));
        }
        if (errors.isEmpty() && policies.conflicts() == ConflictResolution.REFUSE) {
            WriteConflicts.of(expanded.actions())
                    .forEach(conflict -> errors.add(new Violation(
                            ACTIONS,
                            Rule.RESOURCE_CONFLICT,
                            conflict.later() + " writes " + conflict.resource() + ", which " + conflict.earlier()
                                    + " writes, too; add a dependency between the two")));
            addition.actions().forEach(action -> WriteConflicts.ofIterations(action)
                    .ifPresent(resource -> errors.add(new Violation(
                            ACTIONS,
                            Rule.RESOURCE_CONFLICT,
                            "let several iterations of " + action.id() + " write " + resource
                                    + " at the same time; its max_parallel must be 1"))));
        }
    }

    private static GraphState with(GraphState state, ActionGraph addition) {
        Map<String, ActionState> actions = new LinkedHashMap<>(state.actions());
        addition.actions().forEach(action -> actions.put(action.id(), ActionState.PENDING));
        return new GraphState(actions, state.usage(), state.ending());
    }
}
