package dev.agenthost.actiongraph.declaration;

import dev.agenthost.protocol.json.WireName;

/** The kinds of payloads. */
public enum PayloadType implements WireName {
    ACTION_GRAPH,
    EXPAND_REF,
    DECISION,
    FINAL_REPORT_SPEC
}
