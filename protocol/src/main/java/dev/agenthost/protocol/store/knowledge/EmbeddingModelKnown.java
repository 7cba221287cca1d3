package dev.agenthost.protocol.store.knowledge;

import dev.agenthost.protocol.error.Fields;

/**
 * What context-store knows of an embedding model after it was told.
 *
 * @param revision that counts: the one that was told, or a newer one
 */
public record EmbeddingModelKnown(long revision) {
    public EmbeddingModelKnown {
        Fields.within(revision, 1, Long.MAX_VALUE, "revision");
    }
}
