package dev.agenthost.platform.rest;

import dev.agenthost.protocol.audit.AuditEntry;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The author and time of a change, for the audit.
 *
 * @param changeId becomes the id of the audit entry; never used twice
 * @param actor the id of the API key, never its secret
 */
public record ChangeContext(String changeId, String actor, Instant at) {
    /** Returns the audit entry of the change, as {@link AuditEntry#allowed} makes it. */
    public AuditEntry entry(
            String service, String workspaceId, String action, @Nullable String resource, @Nullable String scope) {
        return AuditEntry.allowed(changeId, at, service, workspaceId, actor, action, resource, scope, null);
    }
}
