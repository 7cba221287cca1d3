package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.id.RunId;
import org.jspecify.annotations.Nullable;

/**
 * The run that makes or reads an artifact, and where it takes place. A run sees what was made in its own conversation and thread;
 * outside any conversation what it made itself; and what was made for its binding, its actor, its subject or everybody. All of it is
 * of the run's frozen facts: a runner says none of it.
 *
 * @param conversationId null outside any conversation
 * @param bindingId that the run was begun by; null where that is not known
 * @param actorId the actor of its event; null without one
 * @param subject what its event is about, as {@link #subject(String, String)} has it; null where that is nothing with an id
 */
public record ArtifactOwner(
        String workspaceId,
        RunId runId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable String bindingId,
        @Nullable String actorId,
        @Nullable String subject) {
    public ArtifactOwner {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.text(botId, "bot_id");
    }

    /** Of which no more is known. */
    public ArtifactOwner(
            String workspaceId, RunId runId, String botId, @Nullable String conversationId, @Nullable String threadId) {
        this(workspaceId, runId, botId, conversationId, threadId, null, null, null);
    }

    /** Names a subject: things of two kinds may have one id. Both parts are percent-encoded. */
    public static String subject(String subjectType, String subjectId) {
        return PercentEncoding.encode(subjectType) + "/" + PercentEncoding.encode(subjectId);
    }
}
