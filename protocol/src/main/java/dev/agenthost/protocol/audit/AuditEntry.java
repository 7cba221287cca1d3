package dev.agenthost.protocol.audit;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A decision that someone may ask about later ({@code agent.audit}; spec 000 §11).
 *
 * @param service who decided
 * @param actor who asked: a person's or a program's id, never a key
 * @param action for instance {@code state_set}
 * @param code a failure code, where it was refused or failed
 */
public record AuditEntry(
        String auditId,
        Instant at,
        String service,
        String workspaceId,
        @Nullable RunId runId,
        @Nullable String runnerId,
        @Nullable String actor,
        String action,
        @Nullable String resource,
        @Nullable String scope,
        AuditResult result,
        @Nullable String code,
        @Nullable String detail) {
    public AuditEntry {
        Fields.text(auditId, "audit_id");
        Fields.required(at, "at");
        Fields.text(service, "service");
        Fields.text(workspaceId, "workspace_id");
        Fields.text(action, "action");
        Fields.required(result, "result");
    }

    /** The entry of an allowed action that belongs to no run. */
    public static AuditEntry allowed(
            String auditId,
            Instant at,
            String service,
            String workspaceId,
            @Nullable String actor,
            String action,
            @Nullable String resource,
            @Nullable String scope,
            @Nullable String detail) {
        return new AuditEntry(
                auditId,
                at,
                service,
                workspaceId,
                null,
                null,
                actor,
                action,
                resource,
                scope,
                AuditResult.ALLOWED,
                null,
                detail);
    }
}
