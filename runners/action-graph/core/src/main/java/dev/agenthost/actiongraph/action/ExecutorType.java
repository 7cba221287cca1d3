package dev.agenthost.actiongraph.action;

import dev.agenthost.protocol.json.WireName;

/** The classes of executors that a runtime can register. */
public enum ExecutorType implements WireName {
    /** A deterministic or bounded function. */
    TOOL,
    /** An executor that is driven by a model. */
    AGENT,
    /** An operation of the runtime: wait, merge, checkpoint, summarize, expand references. */
    RUNTIME,
    /** A decision or an answer of a person. */
    HUMAN,
    /** A predefined flow of several deterministic steps. */
    PIPELINE,
    /** An external service. */
    SERVICE
}
