package dev.agenthost.runners.acpagent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.runners.acpagent.permission.Permissions;
import dev.agenthost.runners.acpagent.prompt.Wording;
import java.time.Duration;
import java.util.Optional;

/**
 * An agent's configuration; what is not said, or is of the wrong kind, is as usual. It chooses among what the plugin's operator offers
 * and narrows it: there is no way to name a program here.
 *
 * @param profile blank for the only one there is
 * @param permissions the most it may do
 * @param turnWithin shorter than the profile's
 */
record Settings(String profile, Wording wording, Permissions permissions, Optional<Duration> turnWithin) {
    private static final int A_DAY = 86_400;

    static Settings of(ObjectNode config) {
        JsonNode seconds = config.path("turn-seconds");
        return new Settings(
                config.path("profile").asText("").strip(),
                new Wording(
                        config.path("prompt").asText(""),
                        config.path("template").asText("")),
                config.path("permissions").asText("").equals("deny") ? Permissions.DENY : Permissions.ALLOW_READS,
                seconds.isIntegralNumber()
                        ? Optional.of(Duration.ofSeconds(Math.clamp(seconds.longValue(), 1, A_DAY)))
                        : Optional.empty());
    }
}
