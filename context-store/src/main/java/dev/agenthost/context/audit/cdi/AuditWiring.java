package dev.agenthost.context.audit.cdi;

import dev.agenthost.context.audit.AuditCursors;
import dev.agenthost.context.audit.AuditEntries;
import dev.agenthost.context.audit.postgres.PostgresAudit;
import dev.agenthost.context.cdi.CursorSettings;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Base64;

/** Which technology stands behind the port of the audit. */
@Dependent
class AuditWiring {
    @Produces
    @Singleton
    AuditEntries auditEntries(Pool pool) {
        return new PostgresAudit(pool);
    }

    @Produces
    @Singleton
    AuditCursors auditCursors(CursorSettings shared) {
        return new AuditCursors(shared.keys().stream()
                .map(key -> Base64.getDecoder().decode(key.strip()))
                .toList());
    }
}
