package dev.agenthost.actiongraph.declaration;

/** The body of a declaration. */
public sealed interface Payload permits ActionGraph, Expansion, GraphDecision, FinalReportSpec {
    /** Its kind on the wire. */
    PayloadType type();
}
