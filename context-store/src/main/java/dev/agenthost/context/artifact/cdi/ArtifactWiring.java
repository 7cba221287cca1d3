package dev.agenthost.context.artifact.cdi;

import dev.agenthost.context.artifact.ArtifactRules;
import dev.agenthost.context.artifact.ArtifactStore;
import dev.agenthost.context.artifact.DownloadLinks;
import dev.agenthost.context.artifact.postgres.PostgresArtifactStore;
import dev.agenthost.context.artifact.tika.TikaContentTypes;
import dev.agenthost.context.cdi.CursorSettings;
import dev.agenthost.context.object.Mover;
import dev.agenthost.context.object.NoObjectStore;
import dev.agenthost.context.object.ObjectStore;
import dev.agenthost.context.object.postgres.PostgresObjectMoves;
import dev.agenthost.context.object.s3.S3ObjectStore;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Base64;

/** Which technology stands behind the ports of artifacts. */
@Dependent
class ArtifactWiring {
    /** Within which a GiB has moved, or something is wrong. */
    private static final Duration MOVE = Duration.ofMinutes(15);

    @Produces
    @Singleton
    ArtifactRules rules() {
        return new ArtifactRules(new TikaContentTypes());
    }

    @Produces
    @Singleton
    ArtifactStore artifacts(Pool pool, ArtifactSettings settings, ObjectStore objects) {
        return new PostgresArtifactStore(
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
    Mover mover(Pool pool, ObjectStore objects) {
        return new Mover(new PostgresObjectMoves(pool, MOVE), objects);
    }

    @Produces
    @Singleton
    DownloadLinks links(CursorSettings shared) {
        return new DownloadLinks(shared.keys().stream()
                .map(key -> Base64.getDecoder().decode(key.strip()))
                .toList());
    }
}
