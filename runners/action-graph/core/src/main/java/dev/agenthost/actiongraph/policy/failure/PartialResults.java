package dev.agenthost.actiongraph.policy.failure;

import dev.agenthost.protocol.json.WireName;

/** The part of the results that the model gets when a graph fails before its end. */
public enum PartialResults implements WireName {
    /** The results of all completed actions. */
    RETURN_COMPLETED,
    /** The status of each action, without results. */
    STATUS_ONLY
}
