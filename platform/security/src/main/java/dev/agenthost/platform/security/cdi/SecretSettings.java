package dev.agenthost.platform.security.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.util.Map;

/** {@code agenthost.secrets."NAME"}. */
@ConfigMapping(prefix = "agenthost.secrets")
public interface SecretSettings {
    /** The values by name. */
    @WithParentName
    Map<String, String> values();
}
