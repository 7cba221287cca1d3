package dev.agenthost.actiongraph.transcript;

import dev.agenthost.protocol.json.WireName;

/** The form in which declarations of past turns are replayed (spec 001, Replay). */
public enum ReplayMode implements WireName {
    /** Exact declarations. */
    FULL,
    /** Summaries of declarations; each call repeats its description. */
    COMPRESSED,
    /** Exact declarations where they are short and recent, summaries with a reference elsewhere. */
    HYBRID
}
