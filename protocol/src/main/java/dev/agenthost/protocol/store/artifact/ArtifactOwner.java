package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.id.RunId;
import org.jspecify.annotations.Nullable;

/**
 * The run that makes or reads an artifact, and where it takes place. A run sees what was made in its own conversation and thread;
 * outside any conversation what it made itself.
 *
 * @param conversationId null outside any conversation
 */
public record ArtifactOwner(
        String workspaceId,
        RunId runId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId) {
    public ArtifactOwner {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.text(botId, "bot_id");
    }
}
