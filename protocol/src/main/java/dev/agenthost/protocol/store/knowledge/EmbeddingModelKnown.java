package dev.agenthost.protocol.store.knowledge;

import dev.agenthost.protocol.error.Fields;

/**
 * context-store's answer to an update of an embedding model.
 *
 * @param revision the current one: that of the update, or a newer one
 */
public record EmbeddingModelKnown(long revision) {
    public EmbeddingModelKnown {
        Fields.within(revision, 1, Long.MAX_VALUE, "revision");
    }
}
