package dev.agenthost.orchestrator.hostapi.audit;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** The table of unpublished entries. */
public interface AuditOutbox {
    /** The most entries of one {@link #claim()}. */
    int MOST_CLAIMED = 500;

    /** Completes once the entry is committed. */
    Uni<Void> put(AuditRecord entry);

    /** Forgets entries that the broker has. */
    Uni<Void> delete(List<String> auditIds);

    /** Claims entries that their writers have not published for a while, the oldest first. A claim lasts as long again. */
    Uni<List<AuditRecord>> claim();
}
