package dev.agenthost.door.drill.cdi;

import dev.agenthost.door.drill.Drill;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Switches the drill on before any channel or endpoint opens, if the settings ask for it. */
@ApplicationScoped
class DrillSettings {

    private static final Logger LOG = Logger.getLogger(DrillSettings.class);

    void read(
            @Observes @Priority(1) StartupEvent start,
            @ConfigProperty(name = "agenthost.drill.dir") Optional<String> dir) {
        Drill.watch(dir.map(Path::of).orElse(null));
        dir.ifPresent(d -> LOG.warnf("drill: this process halts at the steps laid into %s", d));
    }
}
