package dev.agenthost.delivery.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.util.Map;
import java.util.Set;

/** {@code agenthost.adapters."name"}: who is answered on {@code agent.outbound.<name>}. */
@ConfigMapping(prefix = "agenthost.adapters")
interface OutboundAdapterSettings {

    @WithParentName
    Map<String, Entry> adapters();

    /** One adapter. */
    interface Entry {
        /** The one workspace it speaks for. */
        String workspace();

        /** The bots it speaks for; {@code *} for every bot. */
        Set<String> bots();

        /** True if the adapter receives deltas of an answer before its final text. */
        @WithDefault("false")
        boolean deltas();
    }
}
