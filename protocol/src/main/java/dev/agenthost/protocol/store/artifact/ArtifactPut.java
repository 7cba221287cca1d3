package dev.agenthost.protocol.store.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunnerId;
import org.jspecify.annotations.Nullable;

/**
 * An artifact of an attempt to store. The response is its {@code ArtifactMetadata}.
 *
 * @param operationId a repeated id changes nothing and returns the same answer
 * @param effect name of the effect, equal in every attempt that has it; the host derives its own id from it
 * @param artifactId the runner's own id, valid in its run; null for one of the host's
 * @param sizeBytes declared by the runner, decoded
 * @param sha256 declared by the runner, hexadecimal
 * @param contentBase64 its bytes, at most 1 MiB decoded; null if it only names an earlier artifact of this run
 * @param scope declared by the runner: the other runs that see it; null for those of its conversation
 * @param summary a short description by the runner
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

    /** Creates an artifact for its conversation, without a summary. */
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
