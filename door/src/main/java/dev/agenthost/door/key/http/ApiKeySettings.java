package dev.agenthost.door.key.http;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.util.Map;

/** {@code agenthost.api-keys."name".sha256} and {@code .workspace}. */
@ConfigMapping(prefix = "agenthost.api-keys")
public interface ApiKeySettings {

    /** By the name that the operator gave the key. */
    @WithParentName
    Map<String, Entry> keys();

    /** One key. */
    interface Entry {
        /** 64 hexadecimal digits. */
        String sha256();

        /** The workspace it opens. */
        String workspace();
    }
}
