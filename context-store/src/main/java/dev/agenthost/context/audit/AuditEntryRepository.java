package dev.agenthost.context.audit;

import io.smallrye.mutiny.Uni;

/** Reads the audit of a workspace. */
public interface AuditEntryRepository {
    /**
     * Reads entries before a position, newest first: at most {@code limit}, from a bounded number of rows. So a slice may have few
     * entries, or none, with more after it.
     */
    Uni<AuditSlice> page(AuditFilter filter, AuditPosition before, int limit);
}
