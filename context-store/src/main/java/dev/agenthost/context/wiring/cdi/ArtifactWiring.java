package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.ArtifactRules;
import dev.agenthost.context.artifact.DownloadLinks;
import dev.agenthost.context.artifact.NoObjectStore;
import dev.agenthost.context.artifact.ObjectMover;
import dev.agenthost.context.artifact.ObjectStore;
import dev.agenthost.context.artifact.postgres.PostgresArtifactRepository;
import dev.agenthost.context.artifact.postgres.PostgresObjectMoveRepository;
import dev.agenthost.context.artifact.s3.S3ObjectStore;
import dev.agenthost.context.artifact.tika.TikaContentTypes;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Provides the implementations of the artifact ports. */
@Dependent
class ArtifactWiring {
    /** Time limit of the move of one artifact's bytes, enough for a GiB. */
    private static final Duration MOVE = Duration.ofMinutes(15);

    @Produces
    @Singleton
    ArtifactRules rules() {
        return new ArtifactRules(new TikaContentTypes());
    }

    @Produces
    @Singleton
    ArtifactRepository artifacts(Pool pool, ArtifactSettings settings, ObjectStore objects) {
        return new PostgresArtifactRepository(
                pool, settings.ttl(), objects, settings.uploads().quotaBytes());
    }

    @Produces
    @Singleton
    ObjectStore objects(ArtifactSettings settings) {
        if (settings.store() == ArtifactSettings.Where.S3
                && settings.s3().bucket().isEmpty()) {
            throw new IllegalArgumentException(
                    "agenthost.artifacts.store is s3, and agenthost.artifacts.s3.bucket is missing");
        }
        return settings.s3().address().<ObjectStore>map(S3ObjectStore::new).orElseGet(NoObjectStore::new);
    }

    @Produces
    @Singleton
    ObjectMover mover(Pool pool, ObjectStore objects) {
        return new ObjectMover(new PostgresObjectMoveRepository(pool, MOVE), objects);
    }

    @Produces
    @Singleton
    DownloadLinks links(CursorSettings shared) {
        return new DownloadLinks(shared.secrets());
    }
}
