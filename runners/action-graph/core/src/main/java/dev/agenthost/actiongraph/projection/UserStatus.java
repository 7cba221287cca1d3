package dev.agenthost.actiongraph.projection;

import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.result.ResultStatus;
import dev.agenthost.protocol.json.WireName;

/** The status of a run or an action as a user interface shows it (spec 001, user contract). */
public enum UserStatus implements WireName {
    PENDING,
    RUNNING,
    COMPLETED,
    FAILED,
    /** Cancelled, or skipped: the result summary states the reason. */
    CANCELED,
    BLOCKED,
    WAITING;

    /** The status of an action. */
    public static UserStatus of(ResultStatus status) {
        return switch (status) {
            case PENDING -> PENDING;
            case RUNNING -> RUNNING;
            case WAITING -> WAITING;
            case BLOCKED -> BLOCKED;
            case COMPLETED -> COMPLETED;
            case FAILED -> FAILED;
            case SKIPPED, CANCELED -> CANCELED;
        };
    }

    /** The status of a run at a decision point. */
    public static UserStatus of(AggregateStatus status) {
        return switch (status) {
            case COMPLETED -> COMPLETED;
            case BLOCKED -> BLOCKED;
            case FAILED -> FAILED;
        };
    }
}
