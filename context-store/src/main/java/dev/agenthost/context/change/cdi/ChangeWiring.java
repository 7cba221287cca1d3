package dev.agenthost.context.change.cdi;

import dev.agenthost.context.change.AuditProducer;
import dev.agenthost.context.change.postgres.OutboxChanges;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Which technology stands behind the audit of changes and reads. */
@Dependent
class ChangeWiring {
    @Produces
    @Singleton
    OutboxChanges changes(Pool pool, AuditProducer producer) {
        return new OutboxChanges(pool, producer);
    }
}
