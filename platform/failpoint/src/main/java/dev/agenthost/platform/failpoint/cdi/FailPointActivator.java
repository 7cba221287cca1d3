package dev.agenthost.platform.failpoint.cdi;

import dev.agenthost.platform.failpoint.FailPoint;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Enables the fail points before any channel or endpoint opens, if the settings ask for it. */
@ApplicationScoped
class FailPointActivator {

    private static final Logger LOG = Logger.getLogger(FailPointActivator.class);

    void read(
            @Observes @Priority(1) StartupEvent start,
            @ConfigProperty(name = "agenthost.failpoint.directory") Optional<String> dir) {
        FailPoint.enable(dir.map(Path::of).orElse(null));
        dir.ifPresent(
                d -> LOG.warnf("fail points are enabled: this process halts at each step that has a file in %s", d));
    }
}
