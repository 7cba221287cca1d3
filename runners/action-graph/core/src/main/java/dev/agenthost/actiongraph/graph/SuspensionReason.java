package dev.agenthost.actiongraph.graph;

import dev.agenthost.protocol.json.WireName;

/** The events that a suspended iteration can wait for. */
public enum SuspensionReason implements WireName {
    /** The time of the next attempt or iteration. */
    RETRY,
    /** A point in time, in an action that waits. */
    TIMER,
    /** The answer of a person. */
    PERSON,
    /** The result of another runner. */
    ASSIGNMENT;

    StatusReason status() {
        return switch (this) {
            case RETRY -> StatusReason.RETRY;
            case TIMER -> StatusReason.TIMER;
            case PERSON -> StatusReason.PERSON;
            case ASSIGNMENT -> StatusReason.ASSIGNMENT;
        };
    }
}
