package dev.agenthost.context.artifact;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An upload that began, as it is now.
 *
 * @param received how many bytes are there: the next one's offset
 * @param finished whether the artifact is there; it is if and only if all bytes are
 * @param expiresAt when it is forgotten, with its bytes where it is not finished
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
    /** What stands in place of a digest while there is none. */
    public String content() {
        return "upload/" + uploadId;
    }
}
