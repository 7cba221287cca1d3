package dev.agenthost.context.datalifecycle;

import dev.agenthost.context.eventlog.ConversationScope;
import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.UUID;

/** Stores requests for rebuilds of transcripts and carries them out while the service stays available. */
public interface RebuildRepository {
    Uni<Rebuild> request(UUID rebuildId, ConversationScope conversation, AuditEntry audit);

    /** Empty for a rebuild of another workspace. */
    Uni<Optional<Rebuild>> find(String workspaceId, UUID rebuildId);

    /**
     * Carries out one bounded step of any rebuild.
     *
     * @return true if there was anything to do
     */
    Uni<Boolean> step();
}
