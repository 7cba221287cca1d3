package dev.agenthost.actiongraph.graph;

import dev.agenthost.protocol.json.WireName;

/** The aggregate status of a graph in which nothing runs and nothing waits for a timer. */
public enum GraphStatus implements WireName {
    /** Every action has ended; failures were accepted by their policy. */
    COMPLETED,
    /** An action waits for a decision of the model. */
    BLOCKED,
    /** A failure ended the graph. */
    FAILED,
    CANCELLED
}
