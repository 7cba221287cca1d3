package dev.agenthost.context.knowledge.document;

import dev.agenthost.protocol.field.WireName;

/** How far a document is. */
public enum DocumentStatus implements WireName {
    /** It waits to be indexed. An earlier version of it is found meanwhile. */
    PENDING,
    INDEXED,
    /** What it holds cannot be read; its reason says why. */
    FAILED
}
