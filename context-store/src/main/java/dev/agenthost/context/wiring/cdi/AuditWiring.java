package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.audit.AuditCursors;
import dev.agenthost.context.audit.AuditEntryRepository;
import dev.agenthost.context.audit.postgres.PostgresAuditEntryRepository;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Base64;

/** Provides the implementation of the audit port. */
@Dependent
class AuditWiring {
    @Produces
    @Singleton
    AuditEntryRepository auditEntries(Pool pool) {
        return new PostgresAuditEntryRepository(pool);
    }

    @Produces
    @Singleton
    AuditCursors auditCursors(CursorSettings shared) {
        return new AuditCursors(shared.keys().stream()
                .map(key -> Base64.getDecoder().decode(key.strip()))
                .toList());
    }
}
