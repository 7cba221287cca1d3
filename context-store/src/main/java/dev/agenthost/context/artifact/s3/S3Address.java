package dev.agenthost.context.artifact.s3;

import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Address of a bucket.
 *
 * @param endpoint null for Amazon's own
 * @param accessKey null if the environment of the process gives the credentials (a role, a profile)
 * @param pathStyle true for the bucket in the path, not in the host name
 */
public record S3Address(
        @Nullable URI endpoint,
        String region,
        String bucket,
        @Nullable String accessKey,
        @Nullable String secretKey,
        boolean pathStyle) {
    public S3Address {
        Objects.requireNonNull(region);
        Objects.requireNonNull(bucket);
        if ((accessKey == null) != (secretKey == null)) {
            throw new IllegalArgumentException(
                    "agenthost.artifacts.s3.access-key and .secret-key must both be set or both be absent");
        }
    }

    /** Omits the keys. */
    @Override
    public String toString() {
        return bucket + " at " + (endpoint == null ? region : endpoint);
    }
}
