package dev.agenthost.actiongraph.reference;

import dev.agenthost.protocol.json.WireName;

/** A part of the result of an action. */
public enum ResultPart implements WireName {
    /** The structured output, a JSON value. */
    OUTPUT,
    /** The summary, a string. */
    SUMMARY,
    /** The status, a string such as {@code completed}; it exists once the action has ended. */
    STATUS
}
