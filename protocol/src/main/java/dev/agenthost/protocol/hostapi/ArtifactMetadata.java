package dev.agenthost.protocol.hostapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an artifact (spec 000 §8): the reference that stands for its bytes. Times are epoch seconds, {@code sizeBytes}
 * counts decoded bytes.
 *
 * @param scope which runs see it beside the one that made it
 * @param summary what it is, in a few words
 * @param permissions what whoever asked may do with it: {@code metadata}, {@code read}, {@code link}; of his rights, never stored, and
 *     null where nobody's were looked at
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

    /** Of which no more is known. */
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

    /** The same, as it is told to somebody who may do that with it. */
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
