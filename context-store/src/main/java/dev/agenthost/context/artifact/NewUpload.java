package dev.agenthost.context.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A valid upload, ready to start.
 *
 * @param owner owner of the artifact; for a person's upload, the run is the upload itself
 * @param declared declared media type; null if none is declared
 * @param name a plain file name
 * @param summary a description in a few words
 * @param sha256 declared digest, lower-case hexadecimal
 */
public record NewUpload(
        UUID uploadId,
        Uploader uploader,
        ArtifactOwner owner,
        ArtifactScope scope,
        String artifactId,
        String artifactType,
        @Nullable String declared,
        @Nullable String name,
        @Nullable String sha256,
        ObjectNode metadata,
        long size,
        @Nullable String summary) {
    public NewUpload {
        Objects.requireNonNull(uploadId);
        Objects.requireNonNull(uploader);
        Objects.requireNonNull(owner);
        Objects.requireNonNull(scope);
        if (size < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    /** Creates an upload without a summary. */
    public NewUpload(
            UUID uploadId,
            Uploader uploader,
            ArtifactOwner owner,
            ArtifactScope scope,
            String artifactId,
            String artifactType,
            @Nullable String declared,
            @Nullable String name,
            @Nullable String sha256,
            ObjectNode metadata,
            long size) {
        this(uploadId, uploader, owner, scope, artifactId, artifactType, declared, name, sha256, metadata, size, null);
    }
}
