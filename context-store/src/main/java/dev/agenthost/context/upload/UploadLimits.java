package dev.agenthost.context.upload;

import java.time.Duration;

/**
 * How much may be uploaded.
 *
 * @param mostBytes of one artifact
 * @param quotaBytes of all artifacts of a workspace, and of those that are on their way
 * @param mostOpen uploads of a workspace
 * @param patience how long one may take
 */
public record UploadLimits(long mostBytes, long quotaBytes, int mostOpen, Duration patience) {
    public UploadLimits {
        if (mostBytes < 1 || quotaBytes < 1 || mostOpen < 1 || !patience.isPositive()) {
            throw new IllegalArgumentException("the limits of agenthost.artifacts.uploads are at least one each");
        }
    }
}
