package dev.agenthost.actiongraph.graph;

import dev.agenthost.protocol.json.WireName;

/** The status of an action in a graph. */
public enum ActionStatus implements WireName {
    /** Not started. */
    PENDING,
    RUNNING,
    /** Runs nowhere and waits: for a person, a time, or another runner. */
    WAITING,
    /** A decision is needed. */
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
