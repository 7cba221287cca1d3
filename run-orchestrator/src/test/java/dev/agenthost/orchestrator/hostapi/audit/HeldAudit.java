package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A trail that keeps what is recorded, and says that it is when the test lets it. */
public final class HeldAudit implements AuditTrail {
    public final List<AuditEntry> entries = new CopyOnWriteArrayList<>();
    private CompletableFuture<Void> commit = CompletableFuture.completedFuture(null);

    public void hold() {
        commit = new CompletableFuture<>();
    }

    public void commit() {
        commit.complete(null);
    }

    @Override
    public Uni<Void> record(ConversationKey key, AuditEntry entry) {
        entries.add(entry);
        return Uni.createFrom().completionStage(commit);
    }
}
