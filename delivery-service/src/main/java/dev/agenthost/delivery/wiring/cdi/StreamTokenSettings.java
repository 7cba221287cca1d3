package dev.agenthost.delivery.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import java.util.List;
import java.util.Optional;

/** {@code agenthost.stream-token.keys}. */
@ConfigMapping(prefix = "agenthost.stream-token")
public interface StreamTokenSettings {

    /** Base64; all verify. Without keys, every token is invalid. */
    Optional<List<String>> keys();
}
