package dev.agenthost.context.raw.cdi;

import dev.agenthost.context.raw.RawPayloads;
import dev.agenthost.context.raw.postgres.PostgresRawPayloads;
import dev.agenthost.context.retention.RetentionRules;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Which technology stands behind the port of raw payloads. */
@Dependent
class RawWiring {
    @Produces
    @Singleton
    RawPayloads payloads(Pool pool, RetentionRules rules) {
        return new PostgresRawPayloads(pool, rules.raw());
    }
}
