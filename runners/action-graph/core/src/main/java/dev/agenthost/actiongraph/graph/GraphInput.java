package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.declaration.DecisionChoice;
import java.util.Objects;

/**
 * An input of the state machine. An input that does not fit the state of its action changes nothing, so repetitions are harmless. Iterations
 * count from 0, attempts of an iteration from 1; attempt 0 means the last one.
 */
public sealed interface GraphInput {
    /** Starts the graph. */
    record Begin() implements GraphInput {}

    /** An attempt has completed. */
    record Completed(String actionId, int iteration, int attempt, AttemptUsage usage) implements GraphInput {
        /** The last attempt of an action without a loop. */
        public Completed(String actionId) {
            this(actionId, 0, 0, AttemptUsage.NONE);
        }
    }

    /**
     * An attempt has failed, or was interrupted.
     *
     * @param isFinal true if no repetition can succeed, so that the failure policy repeats none
     */
    record Failed(String actionId, int iteration, int attempt, AttemptUsage usage, boolean isFinal)
            implements GraphInput {
        /** A failure after which a repetition may succeed. */
        public Failed(String actionId, int iteration, int attempt, AttemptUsage usage) {
            this(actionId, iteration, attempt, usage, false);
        }

        /** The last attempt of an action without a loop. */
        public Failed(String actionId) {
            this(actionId, 0, 0, AttemptUsage.NONE);
        }
    }

    /**
     * An attempt has ended without a report of its executor, so its effect is unknown. The failure policy may repeat it if a repetition has no
     * further effect.
     */
    record Unreported(String actionId, int iteration, int attempt, AttemptUsage usage) implements GraphInput {}

    /** The outcome of an attempt is unknown, because the process that would have recorded it was lost. */
    record Lost(String actionId, int iteration, int attempt) implements GraphInput {}

    /** A running attempt goes on elsewhere: at a timer, a person or another runner. Its end is {@link Completed} or {@link Failed}. */
    record Suspended(String actionId, int iteration, int attempt, Suspension suspension) implements GraphInput {
        public Suspended {
            if (suspension.reason() == SuspensionReason.RETRY) {
                throw new IllegalArgumentException(
                        "suspension must not be retry; the failure policy decides about retries");
            }
        }
    }

    /** The delay before the next attempt or iteration is over. */
    record RetryDue(String actionId, int iteration) implements GraphInput {
        /** The delay of an action without a loop. */
        public RetryDue(String actionId) {
            this(actionId, 0);
        }
    }

    /** A person has approved an action. */
    record Approved(String actionId, String person) implements GraphInput {
        public Approved {
            Objects.requireNonNull(person, "person");
        }
    }

    /** A person has denied an action. */
    record Denied(String actionId, String person) implements GraphInput {
        public Denied {
            Objects.requireNonNull(person, "person");
        }
    }

    /** The model or a person has decided about a blocked action. It is no approval. */
    record Decided(String actionId, DecisionChoice choice) implements GraphInput {}

    /** The deadline of the graph has passed. */
    record DeadlineReached() implements GraphInput {}

    /** A person or the runtime cancels the graph. */
    record Cancel() implements GraphInput {}
}
