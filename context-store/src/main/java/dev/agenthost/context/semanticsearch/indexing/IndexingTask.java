package dev.agenthost.context.semanticsearch.indexing;

import io.smallrye.mutiny.Uni;

/** A claimed document, and the embedder for it. */
public interface IndexingTask {
    IndexingClaim claim();

    Embedder embedder();

    /**
     * Releases the document because the embedder fails for now.
     *
     * @return true if another document may be tried at once
     */
    Uni<Boolean> pause();

    /** Records that the document is indexed. */
    Uni<Void> well();
}
