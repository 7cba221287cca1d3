package dev.agenthost.protocol.result;

import dev.agenthost.protocol.json.WireName;

/** The status of a graph of actions, or of one action, as a user interface shows it (spec 001, user contract). */
public enum UiStatus implements WireName {
    PENDING,
    RUNNING,
    COMPLETED,
    FAILED,
    /** Cancelled, or skipped: the result summary states the reason. */
    CANCELED,
    /** A decision of the model is needed. */
    BLOCKED,
    /** Runs nowhere and waits: for a person, a time, or another runner. */
    WAITING;

    /** Returns true if nothing follows, unless a decision reopens the graph. */
    public boolean isTerminal() {
        return this == COMPLETED || this == FAILED || this == CANCELED;
    }
}
