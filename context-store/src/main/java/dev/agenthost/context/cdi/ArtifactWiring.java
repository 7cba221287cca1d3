package dev.agenthost.context.cdi;

import dev.agenthost.context.artifact.ArtifactRules;
import dev.agenthost.context.artifact.ArtifactStore;
import dev.agenthost.context.artifact.postgres.PostgresArtifactStore;
import dev.agenthost.context.artifact.tika.TikaContentTypes;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Which technology stands behind the ports of artifacts. */
@Dependent
class ArtifactWiring {
    @Produces
    @Singleton
    ArtifactRules rules() {
        return new ArtifactRules(new TikaContentTypes());
    }

    @Produces
    @Singleton
    ArtifactStore artifacts(Pool pool, ArtifactSettings settings) {
        return new PostgresArtifactStore(pool, settings.ttl());
    }
}
