package dev.agenthost.context.wiring.cdi;

import io.smallrye.config.ConfigMapping;
import java.util.Base64;
import java.util.List;

/** Settings of cursors. */
@ConfigMapping(prefix = "agenthost.cursor")
public interface CursorSettings {
    /** Base64, at least 16 bytes each; the first signs, all verify. The same on every replica. */
    List<String> keys();

    /** The decoded keys. */
    default List<byte[]> secrets() {
        return keys().stream()
                .map(key -> Base64.getDecoder().decode(key.strip()))
                .toList();
    }
}
