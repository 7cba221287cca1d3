package dev.agenthost.orchestrator.interaction;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.event.EventEnvelope;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Builds the audit entry of a response: who responded to which question with which button, and when. */
final class SubmissionAudit {
    private SubmissionAudit() {}

    static AuditRecord of(Question question, @Nullable String actionId, @Nullable String actorId, Instant at) {
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
                        null));
    }
}
