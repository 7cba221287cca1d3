package dev.agenthost.delivery.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.util.Map;
import java.util.Set;

/** {@code agenthost.adapters."name"}: the adapters that receive answers on {@code agent.outbound.<name>}. */
@ConfigMapping(prefix = "agenthost.adapters")
interface OutboundAdapterSettings {

    @WithParentName
    Map<String, Entry> adapters();

    /** One adapter. */
    interface Entry {
        /** The adapter's one workspace. */
        String workspace();

        /** The adapter's bots; {@code *} for every bot. */
        Set<String> bots();

        /** True if the adapter receives deltas of an answer before its final text. */
        @WithDefault("false")
        boolean deltas();
    }
}
