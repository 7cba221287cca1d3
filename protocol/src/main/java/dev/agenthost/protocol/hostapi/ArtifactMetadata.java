package dev.agenthost.protocol.hostapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of an artifact (spec 000 §8), which stands for its bytes. Times are epoch seconds, {@code sizeBytes}
 * counts decoded bytes.
 *
 * @param scope the runs that see it beside its own
 * @param summary a short description
 * @param permissions actions permitted to the caller: {@code metadata}, {@code read}, {@code link}; derived from its
 *     rights, never stored, null if no rights were checked
 */
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
        ObjectNode metadata,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String scope,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String summary,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> permissions) {
    public ArtifactMetadata {
        Fields.text(artifactId, "artifact_id");
        Fields.text(artifactType, "artifact_type");
        Fields.text(source, "source");
        metadata = Fields.object(metadata);
        permissions = permissions == null ? null : List.copyOf(permissions);
    }

    /** Creates metadata without scope, summary and permissions. */
    public ArtifactMetadata(
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
        this(
                artifactId,
                artifactType,
                mimeType,
                name,
                sizeBytes,
                sha256,
                source,
                conversationId,
                runId,
                runnerId,
                createdAt,
                expiresAt,
                metadata,
                null,
                null,
                null);
    }

    /** Returns the same metadata with the permissions of its reader. */
    public ArtifactMetadata permitting(List<String> what) {
        return new ArtifactMetadata(
                artifactId,
                artifactType,
                mimeType,
                name,
                sizeBytes,
                sha256,
                source,
                conversationId,
                runId,
                runnerId,
                createdAt,
                expiresAt,
                metadata,
                scope,
                summary,
                what);
    }
}
