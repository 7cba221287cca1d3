package dev.agenthost.actiongraph.result;

import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.protocol.json.WireName;

/**
 * The status of an action in requests to the model, in records and as the value of {@code action:<id>.status}. The words are those of
 * specification 001, which writes {@code canceled}.
 */
public enum ResultStatus implements WireName {
    PENDING,
    RUNNING,
    WAITING,
    BLOCKED,
    COMPLETED,
    FAILED,
    SKIPPED,
    CANCELED;

    /** The status of an action. */
    public static ResultStatus of(ActionStatus status) {
        return switch (status) {
            case PENDING -> PENDING;
            case RUNNING -> RUNNING;
            case WAITING -> WAITING;
            case BLOCKED -> BLOCKED;
            case COMPLETED -> COMPLETED;
            case FAILED -> FAILED;
            case SKIPPED -> SKIPPED;
            case CANCELLED -> CANCELED;
        };
    }
}
