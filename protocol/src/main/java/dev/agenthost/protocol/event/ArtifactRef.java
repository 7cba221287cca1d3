package dev.agenthost.protocol.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file, image, recording or large result that is kept elsewhere (spec 000 §5.6). Absent fields are left out on every
 * wire: the peer refuses attachments with fields that it does not know.
 *
 * @param size bytes
 * @param source how it came: {@code url}, {@code base64}, {@code platform}
 * @param content base64 of a small attachment of the current event
 * @param id the platform's own id of it
 * @param sha256 of its bytes, in hexadecimal
 * @param summary what it is, in a few words
 * @param expiresAt when its bytes go, in epoch seconds
 * @param permissions what the run may do with it: {@code metadata}, {@code read}. This and the three before are the host's to say, when
 *     a run begins
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
        @Nullable String id,
        @Nullable String sha256,
        @Nullable String summary,
        @Nullable Long expiresAt,
        @Nullable List<String> permissions) {
    public ArtifactRef {
        Fields.text(artifactId, "artifact_id");
        permissions = permissions == null ? null : List.copyOf(permissions);
    }

    /** As an entrance takes it. */
    public ArtifactRef(
            String artifactId,
            @Nullable String artifactType,
            @Nullable String mimeType,
            @Nullable Long size,
            @Nullable String name,
            @Nullable String source,
            @Nullable String url,
            @Nullable String content,
            @Nullable String id) {
        this(artifactId, artifactType, mimeType, size, name, source, url, content, id, null, null, null, null);
    }

    /** The same without what only the host may say. */
    public ArtifactRef asSent() {
        return new ArtifactRef(artifactId, artifactType, mimeType, size, name, source, url, content, id);
    }
}
