package dev.agenthost.context.artifact;

import java.time.Duration;

/**
 * Limits of uploads.
 *
 * @param mostBytes of one artifact
 * @param quotaBytes of all artifacts and unfinished uploads of a workspace
 * @param mostOpen unfinished uploads of a workspace
 * @param timeout time limit of one upload
 * @param runsBytesPerMinute bytes per minute that the runs of a workspace may announce for upload; 0 for no limit
 */
public record UploadLimits(long mostBytes, long quotaBytes, int mostOpen, Duration timeout, long runsBytesPerMinute) {
    public UploadLimits {
        if (runsBytesPerMinute < 0) {
            throw new IllegalArgumentException("agenthost.artifacts.uploads.runs-bytes-per-minute is 0 or more");
        }
        if (mostBytes < 1 || quotaBytes < 1 || mostOpen < 1 || !timeout.isPositive()) {
            throw new IllegalArgumentException("the limits of agenthost.artifacts.uploads are at least one each");
        }
    }

    /** Sets no rate limit for runs. */
    public UploadLimits(long mostBytes, long quotaBytes, int mostOpen, Duration timeout) {
        this(mostBytes, quotaBytes, mostOpen, timeout, 0);
    }
}
