package dev.agenthost.context.knowledge.retrieve.near.cdi;

import dev.agenthost.context.knowledge.retrieve.VectorIndex;
import dev.agenthost.context.knowledge.retrieve.exact.ExactVectors;
import dev.agenthost.context.knowledge.retrieve.near.NearVectors;
import dev.agenthost.context.knowledge.retrieve.near.postgres.PostgresNearIndex;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Which technology stands behind the index of vectors. */
@Dependent
public class NearWiring {
    /** Puts the index, where there is one, before the vectors that are looked at one by one. */
    @FunctionalInterface
    public interface Near {
        VectorIndex before(ExactVectors exact);
    }

    @Produces
    @Singleton
    PostgresNearIndex nearIndex(Pool pool) {
        return new PostgresNearIndex(pool);
    }

    @Produces
    @Singleton
    Near near(PostgresNearIndex index, NearSettings settings) {
        return exact -> new NearVectors(index, exact, settings.large());
    }
}
