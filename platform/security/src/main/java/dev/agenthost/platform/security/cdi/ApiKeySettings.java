package dev.agenthost.platform.security.cdi;

import dev.agenthost.protocol.security.KeyRole;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code agenthost.api-keys."name".sha256}, {@code .workspace}, {@code .role} and {@code .bots}. */
@ConfigMapping(prefix = "agenthost.api-keys")
public interface ApiKeySettings {

    /** Returns the keys by the names that the operator gave them. */
    @WithParentName
    Map<String, Entry> keys();

    /** One key. */
    interface Entry {
        /** 64 hexadecimal digits. */
        String sha256();

        /** The workspace of the key; {@code *} for the host key. */
        String workspace();

        /** The role of the key. */
        @WithDefault("admin")
        KeyRole role();

        /** The bots that an adapter's key may act for; every bot by default. */
        Optional<Set<String>> bots();
    }
}
