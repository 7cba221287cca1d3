package dev.agenthost.actiongraph.graph;

import dev.agenthost.protocol.json.WireName;

/** The status of a person's approval. */
public enum ApprovalStatus implements WireName {
    /** Not asked for. */
    NONE,
    REQUESTED,
    APPROVED,
    DENIED
}
