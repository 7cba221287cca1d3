package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.datalifecycle.RetentionRules;
import dev.agenthost.context.rawpayload.RawPayloadRepository;
import dev.agenthost.context.rawpayload.postgres.PostgresRawPayloadRepository;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the implementation of the raw-payload port. */
@Dependent
class RawPayloadWiring {
    @Produces
    @Singleton
    RawPayloadRepository payloads(Pool pool, RetentionRules rules) {
        return new PostgresRawPayloadRepository(pool, rules.raw());
    }
}
