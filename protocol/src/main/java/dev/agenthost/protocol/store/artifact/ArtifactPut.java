package dev.agenthost.protocol.store.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunnerId;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt of a run made. Answered with its {@code ArtifactMetadata}.
 *
 * @param operationId the same one again does nothing and answers the same
 * @param effect names what was done, the same in every attempt that does the same: a host's id is made of it
 * @param artifactId the runner's own id, good for its run; null for one of the host's
 * @param sizeBytes as the runner says it, decoded
 * @param sha256 as the runner says it, hexadecimal
 * @param contentBase64 its bytes, at most 1 MiB decoded; null where it only names an artifact that this run made before
 * @param scope which runs see it beside its own, as the runner says it; null for those of its conversation
 * @param summary what it is, in a few words, as the runner says it
 */
public record ArtifactPut(
        ArtifactOwner owner,
        int attempt,
        String operationId,
        String effect,
        RunnerId runnerId,
        String artifactType,
        @Nullable String artifactId,
        @Nullable String mimeType,
        @Nullable String name,
        @Nullable Long sizeBytes,
        @Nullable String sha256,
        ObjectNode metadata,
        @Nullable String contentBase64,
        @Nullable String scope,
        @Nullable String summary) {
    public ArtifactPut {
        Fields.required(owner, "owner");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.text(operationId, "operation_id");
        Fields.text(effect, "effect");
        Fields.required(runnerId, "runner_id");
        Fields.text(artifactType, "artifact_type");
        if (sizeBytes != null) {
            Fields.within(sizeBytes, 0, Long.MAX_VALUE, "size_bytes");
        }
        metadata = Fields.object(metadata);
    }

    /** For its conversation, and without a summary. */
    public ArtifactPut(
            ArtifactOwner owner,
            int attempt,
            String operationId,
            String effect,
            RunnerId runnerId,
            String artifactType,
            @Nullable String artifactId,
            @Nullable String mimeType,
            @Nullable String name,
            @Nullable Long sizeBytes,
            @Nullable String sha256,
            ObjectNode metadata,
            @Nullable String contentBase64) {
        this(
                owner,
                attempt,
                operationId,
                effect,
                runnerId,
                artifactType,
                artifactId,
                mimeType,
                name,
                sizeBytes,
                sha256,
                metadata,
                contentBase64,
                null,
                null);
    }
}
