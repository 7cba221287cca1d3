package dev.agenthost.actiongraph.policy.failure;

import dev.agenthost.protocol.json.WireName;

/** The growth of the delay between two attempts of an action. */
public enum RetryBackoff implements WireName {
    /** Every delay is the declared one. */
    FIXED,
    /** Each delay is twice the one before. */
    EXPONENTIAL
}
