package dev.agenthost.actiongraph.policy.failure;

import dev.agenthost.protocol.json.WireName;

/** The consequence of an action's final failure for its graph. */
public enum FailureOutcome implements WireName {
    /** The graph fails; actions that have not started are cancelled. */
    ABORT,
    /** The other actions go on. A dependent action is skipped unless its condition tests the status of the failed one. */
    CONTINUE,
    /** The graph is blocked until the model decides. */
    ASK_MODEL
}
