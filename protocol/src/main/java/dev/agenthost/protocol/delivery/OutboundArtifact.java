package dev.agenthost.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * An agent's file, image or recording that an adapter may show. {@code GET /api/v1/artifacts/<artifact_id>/content} returns its bytes
 * for the adapter's key.
 *
 * @param sizeBytes of the content
 * @param sha256 of the content, lower-case hexadecimal
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OutboundArtifact(
        String artifactId,
        String artifactType,
        @Nullable String mimeType,
        @Nullable String name,
        @Nullable Long sizeBytes,
        @Nullable String sha256,
        @Nullable String summary) {
    public OutboundArtifact {
        Fields.text(artifactId, "artifact_id");
        Fields.text(artifactType, "artifact_type");
    }
}
