package dev.agenthost.protocol.context;

import dev.agenthost.protocol.json.WireName;

/** The extent of earlier messages in the context (spec 000 §5.8). This host inlines the current event only. */
public enum InlineMode implements WireName {
    NONE,
    CURRENT_EVENT,
    RECENT_TAIL,
    SUMMARY_TAIL
}
