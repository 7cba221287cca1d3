package dev.agenthost.protocol.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * {@code artifact.created}: the runner made something. Strict. It is published without its bytes.
 *
 * @param sizeBytes bytes, decoded
 * @param sha256 lower-case hexadecimal
 * @param contentBase64 a small one's bytes; at most 1 MiB decoded
 * @param scope which runs see it beside its own: {@code run}, {@code conversation} (the usual), {@code binding}, {@code actor},
 *     {@code subject} or {@code workspace}
 * @param summary what it is, in at most 500 characters
 * @param expiresAt until when it is kept, in epoch seconds; said by the host alone
 */
public record ArtifactCreated(
        String artifactType,
        @Nullable String artifactId,
        @Nullable String mimeType,
        @Nullable String name,
        @Nullable Long sizeBytes,
        @Nullable String sha256,
        ObjectNode metadata,
        @Nullable String contentBase64,
        @Nullable String scope,
        @Nullable String summary,
        @Nullable Long expiresAt)
        implements ResultPayload {
    public ArtifactCreated {
        Fields.text(artifactType, "artifact_type");
        if (sizeBytes != null) {
            Fields.within(sizeBytes, 0, Long.MAX_VALUE, "size_bytes");
        }
        metadata = Fields.object(metadata);
    }

    /** For its conversation, and without a summary. */
    public ArtifactCreated(
            String artifactType,
            @Nullable String artifactId,
            @Nullable String mimeType,
            @Nullable String name,
            @Nullable Long sizeBytes,
            @Nullable String sha256,
            ObjectNode metadata,
            @Nullable String contentBase64) {
        this(artifactType, artifactId, mimeType, name, sizeBytes, sha256, metadata, contentBase64, null, null, null);
    }
}
