package dev.agenthost.gateway.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** {@code agenthost.bots."id"}: bots on platforms that the host itself connects. */
@ConfigMapping(prefix = "agenthost.bots")
interface BotSettings {

    @WithParentName
    Map<String, Entry> bots();

    /** One bot. */
    interface Entry {
        /** The platform, for instance {@code telegram}. */
        String platform();

        /** The one workspace of its events. */
        String workspace();

        /** Names of the secrets that its webhook accepts: one, or two during a rotation. */
        List<String> webhookSecrets();

        /** Its id on the platform; without it, replies to the bot are not recognised as mentions. */
        OptionalLong userId();

        /** Its name on the platform; without it, mentions by name are not recognised. */
        Optional<String> username();
    }
}
