package dev.agenthost.context.file.cdi;

import dev.agenthost.context.artifact.ArtifactStore;
import dev.agenthost.context.artifact.tika.TikaContentTypes;
import dev.agenthost.context.file.FileRules;
import dev.agenthost.context.file.FileStore;
import dev.agenthost.context.file.postgres.PostgresFileStore;
import dev.agenthost.context.room.Room;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Which technology stands behind the ports of files. */
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
    Room filesAtOnce(FileSettings settings) {
        return new Room(settings.bytesAtOnce().orElse(Runtime.getRuntime().maxMemory() / PART_OF_HEAP));
    }

    @Produces
    @Singleton
    FileStore files(Pool pool, FileSettings settings, ArtifactStore contents) {
        return new PostgresFileStore(pool, settings.quota(), contents);
    }
}
