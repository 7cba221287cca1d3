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

    /** By the name that the operator gave the key. */
    @WithParentName
    Map<String, Entry> keys();

    /** One key. */
    interface Entry {
        /** 64 hexadecimal digits. */
        String sha256();

        /** The workspace it opens; {@code *} for the host key. */
        String workspace();

        /** What its holder is. */
        @WithDefault("admin")
        KeyRole role();

        /** Of an adapter's key: the bots that it may speak for, every one when left out. */
        Optional<Set<String>> bots();
    }
}
