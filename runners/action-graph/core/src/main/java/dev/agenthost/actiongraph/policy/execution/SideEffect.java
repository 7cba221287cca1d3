package dev.agenthost.actiongraph.policy.execution;

import dev.agenthost.protocol.json.WireName;

/**
 * An effect of an action outside of its run. A declared effect is a claim of the model: the runtime takes the effects from its registry and
 * uses the claim only to ask for more care.
 */
public enum SideEffect implements WireName {
    READ,
    WRITE,
    SEND,
    DELETE,
    PURCHASE,
    PUBLISH,
    /** Any other change of external state. */
    EXTERNAL
}
