package dev.agenthost.actiongraph.transcript;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.declaration.Expansion;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.result.ActionObservation;
import org.jspecify.annotations.Nullable;

/** A call with its result. A call without a result cannot be written. */
public sealed interface ObservedCall {
    /** Unique in its turn. */
    String id();

    /**
     * An action.
     *
     * @param action the action with its declared input; references in it are not resolved, so that no hidden value is shown
     * @param observation its result as the model sees it
     */
    record OfAction(Action action, ActionObservation observation) implements ObservedCall {
        public OfAction {
            if (!action.id().equals(observation.actionId())) {
                throw new IllegalArgumentException("The observation of " + observation.actionId()
                        + " does not belong to the action " + action.id());
            }
        }

        @Override
        public String id() {
            return action.id();
        }
    }

    /**
     * An expansion of one reference.
     *
     * @param id name of the call in its turn, such as {@code expand_1}
     * @param ref the wanted result
     * @param status completed, or failed
     * @param reason reason of a failure, one line; null if there is none
     * @param text the expanded text; empty if there is none
     */
    record OfExpansion(
            String id,
            Expansion.Ref ref,
            ActionStatus status,
            @Nullable String reason,
            String text) implements ObservedCall {}
}
