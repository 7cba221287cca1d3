package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.artifact.s3.S3Address;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Settings of artifacts. */
@ConfigMapping(prefix = "agenthost.artifacts")
public interface ArtifactSettings {
    /** Lifetime of an artifact. */
    @WithDefault("30d")
    Duration ttl();

    /** Store of the bytes. */
    @WithDefault("postgres")
    Where store();

    /** The object store; also read while {@code store} is {@code postgres} again, as long as moved bytes exist. */
    S3 s3();

    /** Limits of uploads; they hold for artifacts inside results as well. */
    Uploads uploads();

    interface Uploads {
        /** Bytes of all artifacts of a workspace; 10 GiB. */
        @WithDefault("10737418240")
        long quotaBytes();
    }

    enum Where {
        POSTGRES,
        S3
    }

    /** A bucket of any S3-compatible server. */
    interface S3 {
        /** Absent for Amazon's endpoint. */
        Optional<URI> endpoint();

        @WithDefault("us-east-1")
        String region();

        /** Absent for no object store. */
        Optional<String> bucket();

        /** Absent if the environment of the process gives the credentials. */
        Optional<String> accessKey();

        Optional<String> secretKey();

        @WithDefault("true")
        boolean pathStyle();

        default Optional<S3Address> address() {
            return bucket().map(bucket -> new S3Address(
                    endpoint().orElse(null),
                    region(),
                    bucket,
                    accessKey().orElse(null),
                    secretKey().orElse(null),
                    pathStyle()));
        }
    }
}
