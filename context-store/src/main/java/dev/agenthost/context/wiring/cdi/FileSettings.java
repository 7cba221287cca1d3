package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.file.FileQuota;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.OptionalLong;

/** Limits of the files of one workspace. The same on every replica. */
@ConfigMapping(prefix = "agenthost.files")
interface FileSettings {
    /** Bytes of all files together; 1 GiB. */
    @WithDefault("1073741824")
    long quotaBytes();

    @WithDefault("1000")
    int maxFiles();

    /** Bytes that a replica holds at once for runners that read whole files; default: an eighth of its heap. */
    OptionalLong readBufferBytes();

    default FileQuota quota() {
        return new FileQuota(quotaBytes(), maxFiles());
    }
}
