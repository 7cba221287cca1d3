package dev.agenthost.runners.acpagent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.runners.acpagent.prompt.PromptTemplate;
import dev.agenthost.runners.acpagent.rpc.PermissionPolicy;
import java.time.Duration;
import java.util.Optional;

/**
 * An agent's configuration; an absent field or one of the wrong type has its default. It chooses among the profiles of the
 * plugin's operator and restricts them: it cannot name a program.
 *
 * @param profile blank for the only one
 * @param permissions the maximum of its permissions
 * @param turnWithin shorter than the profile's
 */
record AcpAgentConfig(
        String profile, PromptTemplate wording, PermissionPolicy permissions, Optional<Duration> turnWithin) {
    private static final int A_DAY = 86_400;

    static AcpAgentConfig of(ObjectNode config) {
        JsonNode seconds = config.path("turn-seconds");
        return new AcpAgentConfig(
                config.path("profile").asText("").strip(),
                new PromptTemplate(
                        config.path("prompt").asText(""),
                        config.path("template").asText("")),
                config.path("permissions").asText("").equals("deny")
                        ? PermissionPolicy.DENY
                        : PermissionPolicy.ALLOW_READS,
                seconds.isIntegralNumber()
                        ? Optional.of(Duration.ofSeconds(Math.clamp(seconds.longValue(), 1, A_DAY)))
                        : Optional.empty());
    }
}
