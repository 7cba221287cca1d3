package dev.agenthost.actiongraph.projection;

import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.protocol.json.WireName;

/** The points at which a run returns an observation (spec 001, Streaming). Progress between them is for people and logs only. */
public enum DecisionPoint implements WireName {
    COMPLETED,
    FAILED,
    /** Nothing goes on, for a reason that is none of the following ones. */
    BLOCKED,
    /** A person has to approve an action. */
    PERMISSION_NEEDED,
    /** A person has to answer a question. */
    USER_INPUT_NEEDED,
    /** An action failed, and its policy leaves the consequence to the model. */
    MODEL_DECISION_NEEDED;

    /** The aggregate status at this point. */
    public AggregateStatus status() {
        return switch (this) {
            case COMPLETED -> AggregateStatus.COMPLETED;
            case FAILED -> AggregateStatus.FAILED;
            case BLOCKED, PERMISSION_NEEDED, USER_INPUT_NEEDED, MODEL_DECISION_NEEDED -> AggregateStatus.BLOCKED;
        };
    }

    /** The next step after this point. */
    public NextStep next() {
        return switch (this) {
            case COMPLETED -> NextStep.FINAL_ANSWER;
            case FAILED, BLOCKED, MODEL_DECISION_NEEDED -> NextStep.DECISION;
            case PERMISSION_NEEDED -> NextStep.APPROVAL;
            case USER_INPUT_NEEDED -> NextStep.USER_INPUT;
        };
    }
}
