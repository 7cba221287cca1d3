package dev.agenthost.actiongraph.declaration;

import dev.agenthost.protocol.json.WireName;

/** The choices of a model about a blocked or failed run. It cannot approve what a person has to approve. */
public enum DecisionChoice implements WireName {
    /** Run the failed action again, with other input if there is any. */
    RETRY,
    /** Treat the action as skipped, and go on. */
    SKIP,
    /** Go on with the other actions. */
    CONTINUE,
    /** End the run. */
    ABORT
}
