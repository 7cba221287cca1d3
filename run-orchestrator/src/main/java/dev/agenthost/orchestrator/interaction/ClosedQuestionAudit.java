package dev.agenthost.orchestrator.interaction;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.hostapi.audit.AuditTrail;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.UUID;

/**
 * Audits the questions that were closed without a response: withdrawn by a run, closed with a run that was cancelled or failed, or expired.
 * Any replica does it later, so that no writer of such a closure can omit it; each closure has one entry.
 */
public final class ClosedQuestionAudit {
    static final String WITHDRAWN = "interaction.withdrawn";
    static final String EXPIRED = "interaction.expired";

    private final ClosedQuestionRepository repository;
    private final AuditTrail trail;

    public ClosedQuestionAudit(ClosedQuestionRepository repository, AuditTrail trail) {
        this.repository = repository;
        this.trail = trail;
    }

    /** Every few seconds. */
    public Uni<Void> sweep() {
        return repository
                .unaudited()
                .onItem()
                .transformToMulti(questions -> Multi.createFrom().iterable(questions))
                .onItem()
                .transformToUniAndConcatenate(this::audit)
                .collect()
                .last()
                .replaceWithVoid();
    }

    private Uni<Boolean> audit(ClosedQuestion question) {
        AuditRecord entry = entry(question);
        return repository.audit(question, entry).invoke(isStored -> {
            if (isStored) {
                trail.publish(entry);
            }
        });
    }

    private static AuditRecord entry(ClosedQuestion question) {
        return new AuditRecord(
                question.conversation(),
                new AuditEntry(
                        UUID.randomUUID().toString(),
                        question.closedAt(),
                        "run-orchestrator",
                        question.run().workspaceId(),
                        question.run().runId(),
                        question.runnerId(),
                        null,
                        question.withdrawnBy() == null ? EXPIRED : WITHDRAWN,
                        question.interactionId(),
                        null,
                        AuditResult.ALLOWED,
                        null,
                        question.withdrawnBy()));
    }
}
