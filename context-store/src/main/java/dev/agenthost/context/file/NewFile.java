package dev.agenthost.context.file;

import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.protocol.store.artifact.FilePurpose;
import java.util.Objects;

/**
 * A valid file, ready to be stored.
 *
 * @param fileKey its key if it is new
 * @param name a plain file name
 * @param createdBy id of the key that uploads it
 */
public record NewFile(
        String workspaceId,
        String fileKey,
        String name,
        FilePurpose purpose,
        String mimeType,
        ArtifactContent content,
        String createdBy) {
    public NewFile {
        Objects.requireNonNull(workspaceId);
        Objects.requireNonNull(name);
        Objects.requireNonNull(purpose);
        Objects.requireNonNull(mimeType);
        Objects.requireNonNull(createdBy);
        if (!FileLimits.isKey(fileKey)) {
            throw new IllegalArgumentException("invalid file key");
        }
        if (content.size() > FileLimits.BYTES) {
            throw new IllegalArgumentException("a file exceeds the limit");
        }
    }
}
