package dev.agenthost.orchestrator.hostapi.dispatch;

import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import org.jspecify.annotations.Nullable;

/**
 * Whom a run is for, beside its conversation: what was frozen of it when it was made, and nothing that its runner says.
 *
 * @param bindingId that it was begun by
 * @param actorId who caused its event; null where nobody did
 * @param subject what its event is about, as {@link ArtifactOwner#subject} has it; null where that is nothing with an id
 */
public record RunSubjects(
        @Nullable String bindingId,
        @Nullable String actorId,
        @Nullable String subject) {
    public static RunSubjects of(BindingSnapshot binding, EventEnvelope event) {
        ActorContext actor = event.actor();
        SubjectContext subject = event.subject();
        String subjectId = subject == null ? null : said(subject.subjectId());
        return new RunSubjects(
                binding.bindingId(),
                actor == null ? null : said(actor.actorId()),
                subject == null || subjectId == null ? null : ArtifactOwner.subject(subject.subjectType(), subjectId));
    }

    /** The run, as context-store is told whose artifacts it makes and sees. */
    public ArtifactOwner owner(
            String workspaceId, RunId runId, String botId, @Nullable String conversationId, @Nullable String threadId) {
        return new ArtifactOwner(workspaceId, runId, botId, conversationId, threadId, bindingId, actorId, subject);
    }

    private static @Nullable String said(@Nullable String id) {
        return id == null || id.isBlank() ? null : id;
    }
}
