package dev.agenthost.protocol.hostapi;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** A range of an artifact's bytes (spec 000 §8); offsets and lengths count decoded bytes. */
public record ArtifactReadResult(
        String artifactId,
        @Nullable String mimeType,
        @Nullable Long sizeBytes,
        long offset,
        @Nullable Long length,
        @Nullable String contentBase64,
        @Nullable String fileKey,
        boolean hasMore) {
    public ArtifactReadResult {
        Fields.text(artifactId, "artifact_id");
    }
}
