package dev.agenthost.context.cdi;

import dev.agenthost.context.file.FileQuota;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** How many files one workspace may keep. The same on every replica. */
@ConfigMapping(prefix = "agenthost.files")
interface FileSettings {
    /** Of all of them together; 1 GiB. */
    @WithDefault("1073741824")
    long quotaBytes();

    @WithDefault("1000")
    int most();

    default FileQuota quota() {
        return new FileQuota(quotaBytes(), most());
    }
}
