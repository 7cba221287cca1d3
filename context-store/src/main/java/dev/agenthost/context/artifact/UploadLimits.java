package dev.agenthost.context.artifact;

import java.time.Duration;

/**
 * How much may be uploaded.
 *
 * @param mostBytes of one artifact
 * @param quotaBytes of all artifacts of a workspace, and of those that are on their way
 * @param mostOpen uploads of a workspace
 * @param patience how long one may take
 * @param runsBytesPerMinute that runs of a workspace may say they will upload; 0 for as many as they like
 */
public record UploadLimits(long mostBytes, long quotaBytes, int mostOpen, Duration patience, long runsBytesPerMinute) {
    public UploadLimits {
        if (runsBytesPerMinute < 0) {
            throw new IllegalArgumentException("agenthost.artifacts.uploads.runs-bytes-per-minute is 0 or more");
        }
        if (mostBytes < 1 || quotaBytes < 1 || mostOpen < 1 || !patience.isPositive()) {
            throw new IllegalArgumentException("the limits of agenthost.artifacts.uploads are at least one each");
        }
    }

    /** With no rate of runs. */
    public UploadLimits(long mostBytes, long quotaBytes, int mostOpen, Duration patience) {
        this(mostBytes, quotaBytes, mostOpen, patience, 0);
    }
}
