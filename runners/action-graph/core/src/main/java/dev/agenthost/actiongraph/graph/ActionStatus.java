package dev.agenthost.actiongraph.graph;

import dev.agenthost.protocol.json.WireName;

/** The status of an action in a graph. */
public enum ActionStatus implements WireName {
    /** Not started. */
    PENDING,
    RUNNING,
    /** Failed, and its next attempt is due later. */
    WAITING,
    /** Failed, and the model has to decide. */
    BLOCKED,
    COMPLETED,
    FAILED,
    /** Its condition is false, or an action that it needs has no result. */
    SKIPPED,
    CANCELLED;

    /** Returns true if the action never runs again, unless a decision reopens its graph. */
    public boolean isTerminal() {
        return compareTo(COMPLETED) >= 0;
    }
}
