package dev.agenthost.actiongraph.result;

import dev.agenthost.actiongraph.graph.GraphStatus;
import dev.agenthost.protocol.json.WireName;

/** The status of a whole run as the model and records see it (spec 001, Request Transcript). */
public enum AggregateStatus implements WireName {
    COMPLETED,
    /** A decision, an approval or an answer is needed. */
    BLOCKED,
    /** A failure or a cancellation ended the run. */
    FAILED;

    /** The aggregate of a graph. */
    public static AggregateStatus of(GraphStatus status) {
        return switch (status) {
            case COMPLETED -> COMPLETED;
            case BLOCKED -> BLOCKED;
            case FAILED, CANCELLED -> FAILED;
        };
    }
}
