package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.state.StorageQuota;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Limits of the storage of one owner in one workspace. The same on every replica. */
@ConfigMapping(prefix = "agenthost.storage")
public interface StorageSettings {
    /** Bytes of all its values together; 256 MiB. */
    @WithDefault("268435456")
    long quotaBytes();

    @WithDefault("10000")
    int maxKeys();

    default StorageQuota quota() {
        return new StorageQuota(quotaBytes(), maxKeys());
    }
}
