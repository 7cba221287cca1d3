package dev.agenthost.actiongraph.policy.result;

import dev.agenthost.protocol.json.WireName;

/** The part of a result that an action asks to have returned to the model. The runtime may return less, never more than is permitted. */
public enum ReturnToModel implements WireName {
    /** The status alone. */
    NONE,
    /** A concise summary. */
    SUMMARY,
    /** Structured fields. */
    STRUCTURED,
    /** Selected excerpts. */
    EXCERPT,
    /** The whole result; the runtime may truncate or refuse it. */
    FULL,
    /** Details only if the action failed. */
    ON_FAILURE,
    /** A reference and a summary; the model expands the reference if it needs more. */
    ON_DEMAND,
    /** The runtime chooses by {@code priority} within the budget. */
    ADAPTIVE
}
