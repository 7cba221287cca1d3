package dev.agenthost.actiongraph.executor;

import dev.agenthost.protocol.json.WireName;

/** The origin of a choice. */
public enum ChoiceOrigin implements WireName {
    /** The action names the executor. */
    NAMED,
    /** The action leaves the choice to the runtime. */
    SELECTED,
    /** The action names another executor, which the runtime replaced. */
    OVERRIDDEN
}
