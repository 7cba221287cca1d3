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
    /** Time without renewal after which other replicas take over a replica's claims; renewed every quarter of it. */
    @WithDefault("4s")
    Duration term();

    /**
     * A file on the machine's own disk, for this replica alone, by which its next process detects at once that this one is dead ({@link
     * ReplicaLockFile}). Without it that takes a term. For run-orchestrator only.
     */
    Optional<Path> file();
}
