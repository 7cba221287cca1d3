package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.audit.AuditCursors;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the implementation of the audit port. */
@Dependent
class AuditWiring {

    @Produces
    @Singleton
    AuditCursors auditCursors(CursorSettings shared) {
        return new AuditCursors(shared.secrets());
    }
}
