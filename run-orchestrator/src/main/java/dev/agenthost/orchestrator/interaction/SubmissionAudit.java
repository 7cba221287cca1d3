package dev.agenthost.orchestrator.interaction;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.event.EventEnvelope;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Builds the audit entry of a response: the person and the key, the question and the button, and when. */
final class SubmissionAudit {
    private SubmissionAudit() {}

    /** @param keyId null for a reply in words, which is a message of the actor */
    static AuditRecord of(
            Question question,
            @Nullable String actionId,
            @Nullable String actorId,
            @Nullable String keyId,
            Instant at) {
        EventEnvelope event = question.event();
        return new AuditRecord(
                event.conversationKey(),
                new AuditEntry(
                        UUID.randomUUID().toString(),
                        at,
                        "run-orchestrator",
                        question.run().workspaceId(),
                        question.run().runId(),
                        event.parent() == null
                                ? null
                                : event.parent().runnerId().toString(),
                        actorId,
                        event.eventType(),
                        question.interactionId(),
                        actionId,
                        AuditResult.ALLOWED,
                        null,
                        keyId == null ? "a message" : "key " + keyId));
    }
}
