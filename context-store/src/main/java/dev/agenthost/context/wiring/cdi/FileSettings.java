package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.file.FileQuota;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.OptionalLong;

/** How many files one workspace may keep. The same on every replica. */
@ConfigMapping(prefix = "agenthost.files")
interface FileSettings {
    /** Of all of them together; 1 GiB. */
    @WithDefault("1073741824")
    long quotaBytes();

    @WithDefault("1000")
    int maxFiles();

    /** Bytes that a replica holds at once for runners that read whole files; an eighth of its heap when nothing is said. */
    OptionalLong readBufferBytes();

    default FileQuota quota() {
        return new FileQuota(quotaBytes(), maxFiles());
    }
}
