package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.condition.Condition;
import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.policy.GraphPolicies;
import dev.agenthost.actiongraph.reference.Reference;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/** One graph under test: its state and the effects of the last input. */
final class GraphSession {
    private final ActionGraph graph;
    private final GraphPolicies policies;
    private final GraphScheduler scheduler;
    private GraphState state;
    private List<GraphEffect> effects = List.of();
    private OptionalInt size = OptionalInt.empty();
    private IntPredicate conditions = iteration -> true;
    private IntPredicate approved = iteration -> true;

    GraphSession(RuntimePolicy runtime, String members, String... actions) {
        Declaration declaration = Graphs.declaration(members, String.join(",", actions));
        this.graph = Graphs.graph(declaration);
        this.policies = declaration.envelope().policies();
        this.scheduler = new GraphScheduler(graph, policies, runtime);
        this.state = GraphState.initial(graph);
    }

    /** The size of each list. */
    GraphSession withSize(int elements) {
        size = OptionalInt.of(elements);
        return this;
    }

    /** The outcome of each condition, by the number of the iteration. */
    GraphSession withConditions(IntPredicate outcome) {
        conditions = outcome;
        return this;
    }

    /** The iterations that an approval is for. */
    GraphSession withApproved(IntPredicate iterations) {
        approved = iterations;
        return this;
    }

    List<GraphEffect> on(GraphInput input) {
        GraphStep step = scheduler.on(state, input, new Facts());
        state = step.state();
        effects = step.effects();
        return effects;
    }

    List<GraphEffect> effects() {
        return effects;
    }

    ActionGraph graph() {
        return graph;
    }

    GraphPolicies policies() {
        return policies;
    }

    GraphScheduler scheduler() {
        return scheduler;
    }

    GraphState state() {
        return state;
    }

    ActionState action(String id) {
        return state.action(id);
    }

    private final class Facts implements ResultFacts {
        @Override
        public Evaluation evaluate(String actionId, int iteration, Condition condition) {
            return new Evaluation.Decided(conditions.test(iteration));
        }

        @Override
        public OptionalInt size(String actionId, Reference list) {
            return size;
        }

        @Override
        public boolean isApproved(String actionId, int iteration) {
            return approved.test(iteration);
        }
    }
}
