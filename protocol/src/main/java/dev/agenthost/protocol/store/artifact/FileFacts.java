package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;

/**
 * The metadata of an existing file that a run receives.
 *
 * @param size bytes
 */
public record FileFacts(String fileKey, String name, String mimeType, long size, FilePurpose purpose) {
    public FileFacts {
        Fields.text(fileKey, "file_key");
        Fields.text(name, "name");
        Fields.text(mimeType, "mime_type");
        Fields.required(purpose, "purpose");
    }
}
