package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;

/** Records decisions, intents and outcomes of calls for the audit. Never blocks. Only an intent that cannot be recorded fails. */
public interface AuditTrail {
    /**
     * Records at once, whether anybody subscribes or not. Completes when the entry outlives this process, or nothing more can be done
     * for it; never fails.
     */
    Uni<Void> record(ConversationKey key, AuditEntry entry);

    /**
     * Records what is to be published if this process ends before it records the outcome. Completes once that outlives this process; fails
     * if it cannot be recorded, and then the effect must not be asked for.
     */
    Uni<Void> begin(ConversationKey key, AuditEntry intent);

    /** Records the outcome in place of an intent; otherwise as {@link #record}. */
    Uni<Void> complete(String intentId, ConversationKey key, AuditEntry outcome);

    /** Deletes an intent whose outcome is counted with others. */
    void withdraw(String intentId);

    /** Publishes an entry that is in the outbox already. */
    void publish(AuditRecord record);
}
