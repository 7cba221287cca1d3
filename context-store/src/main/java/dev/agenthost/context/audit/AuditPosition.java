package dev.agenthost.context.audit;

import java.time.Instant;

/**
 * A place in a workspace's audit, at an entry.
 *
 * @param loggedAt to the microsecond, as the database has it
 */
public record AuditPosition(Instant loggedAt, long id) {
    /** Before it is everything. */
    public static final AuditPosition NEWEST = new AuditPosition(Instant.parse("9999-01-01T00:00:00Z"), Long.MAX_VALUE);
}
