package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.policy.execution.SideEffect;
import java.time.Duration;
import java.util.Set;

/** An effect that the runtime performs after it has stored the state. */
public sealed interface GraphEffect {
    /**
     * Starts an attempt of an action.
     *
     * @param iteration number of the iteration, from 0; an action without a loop has the iteration 0
     * @param attempt number of the attempt of this iteration, from 1
     */
    record Start(String actionId, int iteration, int attempt) implements GraphEffect {
        /** Starts an attempt of an action without a loop. */
        public Start(String actionId, int attempt) {
            this(actionId, 0, attempt);
        }
    }

    /** Delivers {@link GraphInput.RetryDue} after the delay. */
    record RetryAfter(String actionId, int iteration, Duration delay) implements GraphEffect {
        /** The delay of an action without a loop. */
        public RetryAfter(String actionId, Duration delay) {
            this(actionId, 0, delay);
        }
    }

    /** Delivers {@link GraphInput.Completed} of that attempt after the delay: the action waits for that time. */
    record CompleteAfter(String actionId, int iteration, int attempt, Duration delay) implements GraphEffect {}

    /**
     * Asks a person to approve an action; the answer is {@link GraphInput.Approved} or {@link GraphInput.Denied}. A repetition after a crash
     * is the same question.
     *
     * @param sideEffects the effects that the registry and the declaration state together
     */
    record AskApproval(String actionId, Set<SideEffect> sideEffects) implements GraphEffect {
        public AskApproval {
            sideEffects = Set.copyOf(sideEffects);
        }
    }

    /**
     * Delivers {@link GraphInput.DeadlineReached} after the delay, counted from the beginning of the graph; the time for which {@link
     * GraphState#waitsForPerson()} does not count. A repetition after a crash is the same deadline.
     */
    record DeadlineAfter(Duration delay) implements GraphEffect {}

    /** Interrupts all attempts of an action; the end of each running one is delivered as an input. */
    record Interrupt(String actionId) implements GraphEffect {}

    /** Reports the aggregate status to the model. */
    record Report(GraphStatus status) implements GraphEffect {}
}
