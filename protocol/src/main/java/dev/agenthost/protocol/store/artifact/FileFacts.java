package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;

/**
 * What a run is told of a file that is there.
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
