package dev.agenthost.context.audit;

import io.smallrye.mutiny.Uni;

/** Where the audit of a workspace is read. */
public interface AuditEntryRepository {
    /**
     * Those before a place, newest first: at most so many, and no more than one look goes through. So a slice may have few, or none, with more
     * behind it.
     */
    Uni<AuditSlice> page(AuditFilter filter, AuditPosition before, int limit);
}
