package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.artifact.UploadLimits;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How much may be uploaded. The same on every replica. */
@ConfigMapping(prefix = "agenthost.artifacts.uploads")
interface UploadSettings {
    /** Of one artifact; 1 GiB. */
    @WithDefault("1073741824")
    long maxBytes();

    /** Of all artifacts of a workspace; 10 GiB. */
    @WithDefault("10737418240")
    long quotaBytes();

    /** Uploads of a workspace that are not finished. */
    @WithDefault("100")
    int maxOpen();

    /** How long one may take. */
    @WithDefault("24h")
    Duration timeout();

    /** How long a run token is good; a run asks for another one. */
    @WithDefault("15m")
    Duration tokenTtl();

    /** That one replica takes in at one time, a MiB or so of memory each. */
    @WithDefault("16")
    int concurrency();

    /** That runs of a workspace may say they will upload; 1 GiB, and 0 for as many as they like. */
    @WithDefault("1073741824")
    long runsBytesPerMinute();

    default UploadLimits limits() {
        return new UploadLimits(maxBytes(), quotaBytes(), maxOpen(), timeout(), runsBytesPerMinute());
    }
}
