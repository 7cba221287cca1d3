package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.RunTokens;
import dev.agenthost.context.artifact.UploadReceiver;
import dev.agenthost.context.artifact.UploadRepository;
import dev.agenthost.context.artifact.UploadRules;
import dev.agenthost.context.artifact.postgres.PostgresUploadRepository;
import dev.agenthost.context.artifact.tika.TikaContentTypes;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the implementations of the upload ports. */
@Dependent
class UploadWiring {
    @Produces
    @Singleton
    UploadRules uploadRules(UploadSettings settings) {
        return new UploadRules(settings.limits());
    }

    @Produces
    @Singleton
    UploadRepository uploads(
            Pool pool, ArtifactRepository contents, UploadSettings settings, ArtifactSettings artifacts) {
        return new PostgresUploadRepository(pool, contents, settings.limits(), artifacts.ttl());
    }

    @Produces
    @Singleton
    RunTokens runTokens(CursorSettings shared, UploadSettings settings) {
        return new RunTokens(shared.secrets(), settings.tokenTtl());
    }

    @Produces
    @Singleton
    UploadReceiver receiver(UploadRepository uploads, UploadSettings settings) {
        return new UploadReceiver(uploads, new TikaContentTypes(), settings.concurrency());
    }
}
