package dev.agenthost.protocol.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.field.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A file, image, recording or large result that is kept elsewhere (spec 000 §5.6). Absent fields are left out on every
 * wire: the peer refuses attachments with fields that it does not know.
 *
 * @param size bytes
 * @param source how it came: {@code url}, {@code base64}, {@code platform}
 * @param content base64 of a small attachment of the current event
 * @param id the platform's own id of it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactRef(
        String artifactId,
        @Nullable String artifactType,
        @Nullable String mimeType,
        @Nullable Long size,
        @Nullable String name,
        @Nullable String source,
        @Nullable String url,
        @Nullable String content,
        @Nullable String id) {
    public ArtifactRef {
        Fields.text(artifactId, "artifact_id");
    }
}
