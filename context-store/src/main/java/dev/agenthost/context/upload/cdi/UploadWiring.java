package dev.agenthost.context.upload.cdi;

import dev.agenthost.context.artifact.ArtifactStore;
import dev.agenthost.context.artifact.cdi.ArtifactSettings;
import dev.agenthost.context.artifact.tika.TikaContentTypes;
import dev.agenthost.context.cdi.CursorSettings;
import dev.agenthost.context.upload.Receiver;
import dev.agenthost.context.upload.RunTokens;
import dev.agenthost.context.upload.UploadRules;
import dev.agenthost.context.upload.Uploads;
import dev.agenthost.context.upload.postgres.PostgresUploads;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Base64;

/** Which technology stands behind the ports of uploads. */
@Dependent
class UploadWiring {
    @Produces
    @Singleton
    UploadRules uploadRules(UploadSettings settings) {
        return new UploadRules(settings.limits());
    }

    @Produces
    @Singleton
    Uploads uploads(Pool pool, ArtifactStore contents, UploadSettings settings, ArtifactSettings artifacts) {
        return new PostgresUploads(pool, contents, settings.limits(), artifacts.ttl());
    }

    @Produces
    @Singleton
    RunTokens runTokens(CursorSettings shared, UploadSettings settings) {
        return new RunTokens(
                shared.keys().stream()
                        .map(key -> Base64.getDecoder().decode(key.strip()))
                        .toList(),
                settings.token());
    }

    @Produces
    @Singleton
    Receiver receiver(Uploads uploads, UploadSettings settings) {
        return new Receiver(uploads, new TikaContentTypes(), settings.atOnce());
    }
}
