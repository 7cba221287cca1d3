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
    /** How long one is kept. */
    @WithDefault("30d")
    Duration ttl();

    /** Where bytes lie for good. */
    @WithDefault("postgres")
    Where store();

    /** Also read where {@code store} is {@code postgres} again, as long as there are bytes that moved. */
    S3 s3();

    /** What holds for artifacts that are uploaded holds for those that come inside results. */
    Uploads uploads();

    interface Uploads {
        /** Of all artifacts of a workspace; 10 GiB. */
        @WithDefault("10737418240")
        long quotaBytes();
    }

    enum Where {
        POSTGRES,
        S3
    }

    /** A bucket of anything that speaks S3. */
    interface S3 {
        /** Left out for Amazon's own. */
        Optional<URI> endpoint();

        @WithDefault("us-east-1")
        String region();

        /** Left out, there is none. */
        Optional<String> bucket();

        /** Left out where the process's surroundings say who it is. */
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
