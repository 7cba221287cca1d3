package dev.agenthost.context.datalifecycle;

import dev.agenthost.context.eventlog.ConversationScope;
import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.UUID;

/** Where rebuilds are asked for, and go on while everything is served. */
public interface RebuildRepository {
    Uni<Rebuild> ask(UUID rebuildId, ConversationScope conversation, AuditEntry audit);

    /** Empty for one of another workspace. */
    Uni<Optional<Rebuild>> find(String workspaceId, UUID rebuildId);

    /** One bounded step of any. @return whether there was anything to do */
    Uni<Boolean> step();
}
