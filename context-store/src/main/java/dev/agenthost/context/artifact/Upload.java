package dev.agenthost.context.artifact;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An upload that began, in its present state.
 *
 * @param received number of stored bytes: the next offset
 * @param finished true exactly if all bytes are stored and the artifact exists
 * @param expiresAt when the upload is deleted, with its bytes if it is not finished
 */
public record Upload(
        UUID uploadId,
        String workspaceId,
        String artifactId,
        @Nullable String declared,
        @Nullable String name,
        @Nullable String sha256,
        long size,
        long received,
        boolean finished,
        Instant expiresAt) {
    /** The digest of an upload without all bytes. */
    public String content() {
        return "upload/" + uploadId;
    }
}
