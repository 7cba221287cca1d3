package dev.agenthost.platform.lease.postgres;

import dev.agenthost.platform.lease.ReplicaLockFile;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** {@code agenthost.lease}. */
@ConfigMapping(prefix = "agenthost.lease")
public interface LeaseSettings {
    /** How long a replica may be silent before what it claimed is another's; renewed every quarter of it. */
    @WithDefault("4s")
    Duration term();

    /**
     * A file on the machine's own disk, this replica's alone, by which the next process in its place knows at once that it is dead
     * ({@link ReplicaLockFile}). Without it that takes a term. Of run-orchestrator alone.
     */
    Optional<Path> file();
}
