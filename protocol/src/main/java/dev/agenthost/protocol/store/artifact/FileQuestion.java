package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;
import java.util.List;

/**
 * A run asks for the bytes of a file. Answered with its {@link FileContent}, or {@code not_found}.
 *
 * @param purposes what the run may read; a file for something else is none
 */
public record FileQuestion(String workspaceId, String fileKey, List<FilePurpose> purposes) {
    public FileQuestion {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(fileKey, "file_key");
        purposes = Fields.list(purposes, "purposes");
    }
}
