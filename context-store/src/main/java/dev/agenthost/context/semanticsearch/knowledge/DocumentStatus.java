package dev.agenthost.context.semanticsearch.knowledge;

import dev.agenthost.protocol.json.WireName;

/** How far a document is. */
public enum DocumentStatus implements WireName {
    /** It waits to be indexed. An earlier version of it is found meanwhile. */
    PENDING,
    INDEXED,
    /** What it holds cannot be read; its reason says why. */
    FAILED
}
