package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;

/** Records decisions, intents and outcomes of calls for the audit. Never blocks. Only an intent that cannot be recorded fails. */
public interface AuditTrail {
    /**
     * Records at once, even without a subscriber. Completes once the entry is durable or has been counted as lost; never fails.
     */
    Uni<Void> record(ConversationKey key, AuditEntry entry);

    /**
     * Records the entry that is published if this process ends before it records the outcome. Completes once the entry is durable. On
     * failure the effect must not be executed.
     */
    Uni<Void> begin(ConversationKey key, AuditEntry intent);

    /** Records the outcome as {@link #record}, and deletes the intent in the same commit. */
    Uni<Void> complete(String intentId, ConversationKey key, AuditEntry outcome);

    /** Deletes an intent whose outcome is counted with others. */
    void withdraw(String intentId);

    /** Publishes an entry that is in the outbox already. */
    void publish(AuditRecord record);
}
