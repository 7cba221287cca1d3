package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.condition.Condition;
import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.reference.Reference;
import java.util.OptionalInt;
import java.util.function.Function;

/** The facts about results so far that the state machine asks for. Equal questions about equal results have equal answers. */
public interface ResultFacts {
    /**
     * Evaluates a condition of an action or of its loop.
     *
     * @param iteration number of the iteration after which a loop asks; 0 otherwise
     */
    Evaluation evaluate(String actionId, int iteration, Condition condition);

    /**
     * The facts in a state of the transition. They differ from those before where an answer depends on a status, such as {@code
     * action:a.status}.
     */
    default ResultFacts at(GraphState state) {
        return this;
    }

    /** The number of elements of a list; empty if there is no value, or if it is no list. */
    OptionalInt size(String actionId, Reference list);

    /** Returns true if the approval of an action is for that iteration as it would run now. */
    default boolean isApproved(String actionId, int iteration) {
        return true;
    }

    /** Facts without lists: an action with a list loop fails. */
    static ResultFacts of(Function<Condition, Evaluation> conditions) {
        return new ResultFacts() {
            @Override
            public Evaluation evaluate(String actionId, int iteration, Condition condition) {
                return conditions.apply(condition);
            }

            @Override
            public OptionalInt size(String actionId, Reference list) {
                return OptionalInt.empty();
            }
        };
    }
}
