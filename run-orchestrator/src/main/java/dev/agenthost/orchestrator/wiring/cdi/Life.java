package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.platform.lease.ReplicaLockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jboss.logging.Logger;

/** The file by which this process lives. Going without is allowed: then others wait for its lease. */
final class Life {
    private static final Logger LOG = Logger.getLogger(Life.class);

    private Life() {}

    /** Empty where no file is named, or another process has it. */
    static Optional<ReplicaLockFile> by(Optional<Path> file) {
        return file.flatMap(Life::taken);
    }

    private static Optional<ReplicaLockFile> taken(Path file) {
        try {
            Optional<ReplicaLockFile> taken = ReplicaLockFile.take(file);
            if (taken.isEmpty()) {
                LOG.warnf("another process lives by %s: this one goes without", file);
            }
            return taken;
        } catch (IOException why) {
            LOG.warnf("this process goes without %s: %s", file, why);
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
