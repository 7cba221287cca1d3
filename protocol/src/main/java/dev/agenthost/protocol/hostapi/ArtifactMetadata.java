package dev.agenthost.protocol.hostapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.field.Fields;
import org.jspecify.annotations.Nullable;

/** What is known of an artifact (spec 000 §8). Times are epoch seconds, {@code sizeBytes} counts decoded bytes. */
public record ArtifactMetadata(
        String artifactId,
        String artifactType,
        @Nullable String mimeType,
        @Nullable String name,
        @Nullable Long sizeBytes,
        @Nullable String sha256,
        String source,
        @Nullable String conversationId,
        @Nullable String runId,
        @Nullable String runnerId,
        @Nullable Long createdAt,
        @Nullable Long expiresAt,
        ObjectNode metadata) {
    public ArtifactMetadata {
        Fields.text(artifactId, "artifact_id");
        Fields.text(artifactType, "artifact_type");
        Fields.text(source, "source");
        metadata = Fields.object(metadata);
    }
}
