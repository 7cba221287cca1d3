package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.id.RunId;
import org.jspecify.annotations.Nullable;

/**
 * The run that creates or reads an artifact, with its scopes. A run reads artifacts of its conversation and thread, or its own outside
 * a conversation. It also reads artifacts for its binding, actor, subject or workspace. The host derives all fields from the run's
 * frozen data, not from the runner.
 *
 * @param conversationId null outside any conversation
 * @param bindingId the binding of the run; null if unknown
 * @param actorId the actor of its event; null without one
 * @param subject the event's subject in the form of {@link #subject(String, String)}; null without an id
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

    /** Sets other fields to null. */
    public ArtifactOwner(
            String workspaceId, RunId runId, String botId, @Nullable String conversationId, @Nullable String threadId) {
        this(workspaceId, runId, botId, conversationId, threadId, null, null, null);
    }

    /** Returns type and id, percent-encoded. Two types may share an id. */
    public static String subject(String subjectType, String subjectId) {
        return PercentEncoding.encode(subjectType) + "/" + PercentEncoding.encode(subjectId);
    }
}
