package dev.agenthost.context.rawpayload;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored raw payload.
 *
 * @param artifactId the id that its event names
 * @param content its JSON
 */
public record StoredRawPayload(
        String artifactId,
        @Nullable String conversationId,
        ArtifactContent content,
        Instant createdAt,
        Instant expiresAt) {
    /** Artifact type of every raw payload. */
    public static final String TYPE = "raw_payload";

    public static final String MIME_TYPE = "application/json";

    private static final String SOURCE = "platform";

    /** Returns the metadata of the payload, in the form of any artifact's. */
    public ArtifactMetadata metadata() {
        return new ArtifactMetadata(
                artifactId,
                TYPE,
                MIME_TYPE,
                null,
                (long) content.size(),
                content.sha256(),
                SOURCE,
                conversationId,
                null,
                null,
                createdAt.getEpochSecond(),
                expiresAt.getEpochSecond(),
                JsonNodeFactory.instance.objectNode());
    }
}
