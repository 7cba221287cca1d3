package dev.agenthost.actiongraph.policy.result;

import dev.agenthost.protocol.json.WireName;

/** A reader of results. A result without any audience is visible to the runtime only. */
public enum DataAudience implements WireName {
    MODEL,
    USER,
    LOGS,
    FUTURE_RUNS
}
