package dev.agenthost.context.audit;

import java.time.Instant;

/**
 * A position in a workspace's audit, at an entry.
 *
 * @param loggedAt with the database's precision of a microsecond
 */
public record AuditPosition(Instant loggedAt, long id) {
    /** The position after every entry. */
    public static final AuditPosition NEWEST = new AuditPosition(Instant.parse("9999-01-01T00:00:00Z"), Long.MAX_VALUE);
}
