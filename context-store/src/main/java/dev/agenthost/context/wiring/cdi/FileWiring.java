package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.tika.TikaContentTypes;
import dev.agenthost.context.common.MemoryCapacity;
import dev.agenthost.context.file.FileRepository;
import dev.agenthost.context.file.FileRules;
import dev.agenthost.context.file.postgres.PostgresFileRepository;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the implementations of the file ports. */
@Dependent
class FileWiring {
    private static final int PART_OF_HEAP = 8;

    @Produces
    @Singleton
    FileRules fileRules() {
        return new FileRules(new TikaContentTypes());
    }

    @Produces
    @Singleton
    MemoryCapacity filesAtOnce(FileSettings settings) {
        return new MemoryCapacity(
                settings.readBufferBytes().orElse(Runtime.getRuntime().maxMemory() / PART_OF_HEAP));
    }

    @Produces
    @Singleton
    FileRepository files(Pool pool, FileSettings settings, ArtifactRepository contents) {
        return new PostgresFileRepository(pool, settings.quota(), contents);
    }
}
