package dev.agenthost.orchestrator.interaction;

import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.hostapi.audit.AuditTrail;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collects the entries of the outbox that are published. */
public final class RecordedPublications implements AuditTrail {
    private final List<AuditEntry> entries = new CopyOnWriteArrayList<>();

    /** The published entries, in their order. */
    public List<AuditEntry> entries() {
        return List.copyOf(entries);
    }

    @Override
    public void publish(AuditRecord record) {
        entries.add(record.entry());
    }

    @Override
    public Uni<Void> record(ConversationKey key, AuditEntry entry) {
        throw new AssertionError("the entry is in the outbox already");
    }

    @Override
    public Uni<Void> begin(ConversationKey key, AuditEntry intent) {
        throw new AssertionError("there is no call");
    }

    @Override
    public Uni<Void> complete(String intentId, ConversationKey key, AuditEntry outcome) {
        throw new AssertionError("there is no call");
    }

    @Override
    public void withdraw(String intentId) {
        throw new AssertionError("there is no call");
    }
}
