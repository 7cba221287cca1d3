package dev.agenthost.gateway.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.util.Map;
import java.util.Set;

/** {@code agenthost.adapters."name".workspace} and {@code .bots}: whom {@code agent.inbound.<name>} may speak for. */
@ConfigMapping(prefix = "agenthost.adapters")
interface InboundAdapterSettings {

    @WithParentName
    Map<String, Entry> adapters();

    /** One adapter. */
    interface Entry {
        /** The one workspace it speaks for. */
        String workspace();

        /** The bots it speaks for; {@code *} for every bot. There is no default: it is a right. */
        Set<String> bots();
    }
}
