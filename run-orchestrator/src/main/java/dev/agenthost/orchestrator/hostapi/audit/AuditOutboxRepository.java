package dev.agenthost.orchestrator.hostapi.audit;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** The table of unpublished entries. */
public interface AuditOutboxRepository {
    /** The most entries of one {@link #claim()}. */
    int MOST_CLAIMED = 500;

    /**
     * Completes once the entry is committed. A commit that replaces an entry does not wait for the disk: if the database itself
     * crashes within the next second, the replaced entry is there again.
     *
     * @param replaced the id of an entry that is deleted by the same commit
     */
    Uni<Void> put(AuditRecord entry, Optional<String> replaced);

    /** Extends the time in which entries cannot be claimed by ten seconds. */
    Uni<Void> renew(List<String> auditIds);

    /** Deletes entries that the broker has acknowledged. */
    Uni<Void> delete(List<String> auditIds);

    /** Claims entries that their writers have not published for a while, the oldest first. A claim has the same duration. */
    Uni<List<AuditRecord>> claim();
}
