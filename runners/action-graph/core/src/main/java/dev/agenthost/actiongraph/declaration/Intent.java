package dev.agenthost.actiongraph.declaration;

import dev.agenthost.protocol.json.WireName;

/** The purpose of a declaration. */
public enum Intent implements WireName {
    /** Run the payload. */
    EXECUTE,
    /** Validate and show the payload without running it. */
    PLAN,
    /** Return more of stored results. */
    EXPAND_REF,
    /** End a run. */
    CANCEL,
    /** Replace the actions of a run that have not started. */
    REVISE,
    /** Decide about a blocked or failed run. */
    DECIDE
}
