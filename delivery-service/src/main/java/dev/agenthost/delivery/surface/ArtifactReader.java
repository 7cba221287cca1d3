package dev.agenthost.delivery.surface;

import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;

/** Reads the bytes of artifacts in context-store, which checks that the run may read them. */
public interface ArtifactReader {

    /** The answer to a read. */
    sealed interface Answer {
        /**
         * Bytes of the artifact.
         *
         * @param bytes from the offset on; empty at the end
         * @param size of the whole artifact
         */
        record Piece(byte[] bytes, long size) implements Answer {}

        /** The artifact does not exist, has expired, or is not the run's to read. */
        record Gone() implements Answer {}
    }

    /** Reads a piece of bounded size. Fails if context-store does not answer; a later read may succeed. */
    Uni<Answer> read(ArtifactOwner reader, String artifactId, long offset);
}
