package dev.agenthost.context.semanticsearch.knowledge;

import dev.agenthost.protocol.json.WireName;

/** State of a document's indexing. */
public enum DocumentStatus implements WireName {
    /** The document waits for indexing. Searches find its earlier version meanwhile. */
    PENDING,
    INDEXED,
    /** The content of the document cannot be read; its reason says why. */
    FAILED
}
