package dev.agenthost.protocol.context;

import dev.agenthost.protocol.json.WireName;

/** How much of what was said before is in the context (spec 000 §5.8). This host only inlines the current event. */
public enum InlineMode implements WireName {
    NONE,
    CURRENT_EVENT,
    RECENT_TAIL,
    SUMMARY_TAIL
}
