package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;
import java.util.List;

/**
 * A run's request for the bytes of a file. Returns {@link FileContent} or {@code not_found}.
 *
 * @param purposes permitted purposes; others are {@code not_found}
 */
public record FileQuestion(String workspaceId, String fileKey, List<FilePurpose> purposes) {
    public FileQuestion {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(fileKey, "file_key");
        purposes = Fields.list(purposes, "purposes");
    }
}
