package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.artifact.UploadLimits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Limits of uploads. The same on every replica. */
@ConfigMapping(prefix = "agenthost.artifacts.uploads")
interface UploadSettings {
    /** Bytes of one artifact; 1 GiB. */
    @WithDefault("1073741824")
    long maxBytes();

    /** Bytes of all artifacts of a workspace; 10 GiB. */
    @WithDefault("10737418240")
    long quotaBytes();

    /** Unfinished uploads of a workspace. */
    @WithDefault("100")
    int maxOpen();

    /** Time limit of one upload. */
    @WithDefault("24h")
    Duration timeout();

    /** Validity of a run token; a run requests another one after it. */
    @WithDefault("15m")
    Duration tokenTtl();

    /** Uploads that one replica receives at a time, with about a MiB of memory each. */
    @WithDefault("16")
    int concurrency();

    /** Bytes per minute that runs of a workspace may announce for upload; 1 GiB, and 0 for no limit. */
    @WithDefault("1073741824")
    long runsBytesPerMinute();

    default UploadLimits limits() {
        return new UploadLimits(maxBytes(), quotaBytes(), maxOpen(), timeout(), runsBytesPerMinute());
    }
}
