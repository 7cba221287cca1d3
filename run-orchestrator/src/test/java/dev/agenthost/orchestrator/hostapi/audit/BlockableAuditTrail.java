package dev.agenthost.orchestrator.hostapi.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A trail that stores entries and completes when the test commits. */
public final class BlockableAuditTrail implements AuditTrail {
    /** Entries of decisions and outcomes, without those of intents. */
    public final List<AuditEntry> entries = new CopyOnWriteArrayList<>();

    /** Of calls that have no outcome yet. */
    public final List<AuditEntry> intents = new CopyOnWriteArrayList<>();

    private CompletableFuture<Void> commit = CompletableFuture.completedFuture(null);

    public void hold() {
        commit = new CompletableFuture<>();
    }

    public void commit() {
        commit.complete(null);
    }

    /** From now on nothing can be recorded before it happens. */
    public void fail() {
        commit = CompletableFuture.failedFuture(new IllegalStateException("the database is away"));
    }

    @Override
    public Uni<Void> begin(ConversationKey key, AuditEntry intent) {
        intents.add(intent);
        return Uni.createFrom().completionStage(commit);
    }

    @Override
    public Uni<Void> complete(String intentId, ConversationKey key, AuditEntry outcome) {
        withdraw(intentId);
        return record(key, outcome);
    }

    @Override
    public void withdraw(String intentId) {
        assertThat(intents.removeIf(intent -> intent.auditId().equals(intentId)))
                .as("the intent is there")
                .isTrue();
    }

    @Override
    public Uni<Void> record(ConversationKey key, AuditEntry entry) {
        entries.add(entry);
        return Uni.createFrom().completionStage(commit).onFailure().recoverWithNull();
    }

    @Override
    public void publish(AuditRecord record) {
        entries.add(record.entry());
    }
}
