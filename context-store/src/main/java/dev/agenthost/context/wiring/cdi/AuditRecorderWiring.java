package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.audit.AuditProducer;
import dev.agenthost.context.audit.postgres.OutboxAuditRecorder;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the recorder that audits changes and reads. */
@Dependent
class AuditRecorderWiring {
    @Produces
    @Singleton
    OutboxAuditRecorder changes(Pool pool, AuditProducer producer) {
        return new OutboxAuditRecorder(pool, producer);
    }
}
