package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.lease.LifeFile;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;

/** {@code agenthost.lease}. */
@ConfigMapping(prefix = "agenthost.lease")
public interface LeaseSettings {
    Logger LOG = Logger.getLogger(LeaseSettings.class);

    /** How long a replica may be silent before its runs are another's; renewed every quarter of it. */
    @WithDefault("4s")
    Duration term();

    /**
     * A file on the machine's own disk, this replica's alone, by which the next process in its place knows at once that it is dead
     * ({@link LifeFile}). Without it that takes a term.
     */
    Optional<Path> file();

    /** Empty where no file is named, or another process has it. */
    default Optional<LifeFile> life() {
        return file().flatMap(path -> {
            try {
                Optional<LifeFile> taken = LifeFile.take(path);
                if (taken.isEmpty()) {
                    LOG.warnf("another process lives by %s: this one goes without", path);
                }
                return taken;
            } catch (IOException why) {
                LOG.warnf("this one goes without %s: %s", path, why);
                return Optional.empty();
            }
        });
    }
}
