package dev.agenthost.orchestrator.interaction.postgres;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.hostapi.audit.AuditTrail;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;

/** Publishes nothing: the entries under test are those in the outbox. */
final class NoTrail implements AuditTrail {
    @Override
    public Uni<Void> record(ConversationKey key, AuditEntry entry) {
        return Uni.createFrom().voidItem();
    }

    @Override
    public Uni<Void> begin(ConversationKey key, AuditEntry intent) {
        return Uni.createFrom().voidItem();
    }

    @Override
    public Uni<Void> complete(String intentId, ConversationKey key, AuditEntry outcome) {
        return Uni.createFrom().voidItem();
    }

    @Override
    public void withdraw(String intentId) {}

    @Override
    public void publish(AuditRecord record) {}
}
