package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.runtime.RuntimeTiming;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** The intervals of the requests to every runtime; the defaults are {@link RuntimeTiming#USUAL}. */
@ConfigMapping(prefix = "agenthost.runtime")
public interface RuntimeTimingSettings {
    /** From the socket's opening to the end of the start-up. */
    @WithDefault("60s")
    Duration startUp();

    @WithDefault("20s")
    Duration ping();

    /** The pause after a change until the next request for the list of runners. */
    @WithDefault("250ms")
    Duration look();

    /** The longest pause between two such requests. */
    @WithDefault("30s")
    Duration refresh();

    /** The first pause before dialling again. */
    @WithDefault("1s")
    Duration first();

    @WithDefault("60s")
    Duration longest();

    default RuntimeTiming pace() {
        return new RuntimeTiming(startUp(), ping(), look(), refresh(), first(), longest());
    }
}
