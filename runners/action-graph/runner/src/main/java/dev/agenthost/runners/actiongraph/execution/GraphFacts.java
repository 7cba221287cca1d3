package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.condition.Condition;
import dev.agenthost.actiongraph.condition.ConditionEvaluator;
import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.graph.ResultFacts;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ReferenceResolver;
import java.util.List;
import java.util.OptionalInt;

/** The results of a graph in one state, as the state machine asks for them. */
record GraphFacts(GraphRun graph, GraphState state) implements ResultFacts {
    @Override
    public ResultFacts at(GraphState next) {
        return new GraphFacts(graph, next);
    }

    @Override
    public Evaluation evaluate(String actionId, int iteration, Condition condition) {
        ReferenceResolver resolver = graph.resolver(state, actionId, iteration);
        return new ConditionEvaluator(resolver::find, reference -> resolver.beginning(reference)
                        .isPresent())
                .evaluate(condition);
    }

    @Override
    public OptionalInt size(String actionId, Reference list) {
        return graph.resolver(state, actionId, 0)
                .find(list)
                .filter(JsonNode::isArray)
                .map(array -> OptionalInt.of(array.size()))
                .orElse(OptionalInt.empty());
    }

    @Override
    public boolean isApproved(String actionId, int iteration) {
        return PlannedCall.of(graph, state, actionId, iteration)
                .map(PlannedCall::digest)
                .map(graph.record().shown().getOrDefault(actionId, List.of())::contains)
                .orElse(true);
    }
}
