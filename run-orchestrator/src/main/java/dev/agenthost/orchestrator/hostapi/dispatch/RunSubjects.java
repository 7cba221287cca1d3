package dev.agenthost.orchestrator.hostapi.dispatch;

import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import org.jspecify.annotations.Nullable;

/**
 * The ids that a run acts for besides its conversation, frozen when the run was created; its runner cannot change them.
 *
 * @param bindingId the binding that began the run
 * @param actorId the actor that caused the event; null if there is none
 * @param subject the subject of the event, in the form of {@link ArtifactOwner#subject}; null if it has no id
 */
public record RunSubjects(
        @Nullable String bindingId,
        @Nullable String actorId,
        @Nullable String subject) {
    public static RunSubjects of(BindingSnapshot binding, EventEnvelope event) {
        ActorContext actor = event.actor();
        SubjectContext subject = event.subject();
        String subjectId = subject == null ? null : nonBlank(subject.subjectId());
        return new RunSubjects(
                binding.bindingId(),
                actor == null ? null : nonBlank(actor.actorId()),
                subject == null || subjectId == null ? null : ArtifactOwner.subject(subject.subjectType(), subjectId));
    }

    /** Returns the run as the owner of artifacts in context-store. */
    public ArtifactOwner owner(
            String workspaceId, RunId runId, String botId, @Nullable String conversationId, @Nullable String threadId) {
        return new ArtifactOwner(workspaceId, runId, botId, conversationId, threadId, bindingId, actorId, subject);
    }

    private static @Nullable String nonBlank(@Nullable String id) {
        return id == null || id.isBlank() ? null : id;
    }
}
