package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;
import java.time.Instant;

/**
 * A file in API responses.
 *
 * @param fileKey opaque; valid in its workspace
 * @param createdBy the key of the uploader
 */
public record StoredFile(
        String fileKey,
        String name,
        FilePurpose purpose,
        String mimeType,
        long sizeBytes,
        String sha256,
        Instant createdAt,
        String createdBy) {
    public StoredFile {
        Fields.text(fileKey, "file_key");
        Fields.text(name, "name");
        Fields.required(purpose, "purpose");
        Fields.text(mimeType, "mime_type");
        Fields.text(sha256, "sha256");
        Fields.required(createdAt, "created_at");
        Fields.text(createdBy, "created_by");
    }

    /** Returns the metadata that a run receives. */
    public FileFacts facts() {
        return new FileFacts(fileKey, name, mimeType, sizeBytes, purpose);
    }
}
