package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.platform.lease.ReplicaLockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jboss.logging.Logger;

/** The lock file that proves that this process is alive. Without one, other replicas wait for the end of its lease. */
final class ReplicaLock {
    private static final Logger LOG = Logger.getLogger(ReplicaLock.class);

    private ReplicaLock() {}

    /** Returns the lock; empty if no file is configured or another process has locked it. */
    static Optional<ReplicaLockFile> by(Optional<Path> file) {
        return file.flatMap(ReplicaLock::taken);
    }

    private static Optional<ReplicaLockFile> taken(Path file) {
        try {
            Optional<ReplicaLockFile> taken = ReplicaLockFile.take(file);
            if (taken.isEmpty()) {
                LOG.warnf("another process has locked %s: this process runs without a lock file", file);
            }
            return taken;
        } catch (IOException why) {
            LOG.warnf("this process runs without the lock file %s: %s", file, why);
            return Optional.empty();
        }
    }

    static void end(ReplicaLockFile file) {
        try {
            file.close();
        } catch (IOException why) {
            LOG.warnf("not closed: %s", why);
        }
    }
}
