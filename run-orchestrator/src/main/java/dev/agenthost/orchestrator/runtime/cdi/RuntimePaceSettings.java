package dev.agenthost.orchestrator.runtime.cdi;

import dev.agenthost.orchestrator.runtime.settings.Pace;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How often things are done with every runtime; the defaults are {@link Pace#USUAL}. */
@ConfigMapping(prefix = "agenthost.runtime")
public interface RuntimePaceSettings {
    /** From the socket's opening to the end of the start-up. */
    @WithDefault("60s")
    Duration startUp();

    @WithDefault("20s")
    Duration ping();

    /** How soon after a change the list of runners is asked for again. */
    @WithDefault("250ms")
    Duration look();

    /** The longest pause between two such questions. */
    @WithDefault("30s")
    Duration refresh();

    /** The first pause before dialling again. */
    @WithDefault("1s")
    Duration first();

    @WithDefault("60s")
    Duration longest();

    default Pace pace() {
        return new Pace(startUp(), ping(), look(), refresh(), first(), longest());
    }
}
