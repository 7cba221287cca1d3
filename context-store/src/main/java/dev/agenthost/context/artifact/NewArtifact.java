package dev.agenthost.context.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A valid artifact, ready to be stored.
 *
 * @param mimeType the type that the runner declares if the content allows it, else the detected type
 * @param name a plain file name
 * @param scope the runs that see it beside the run that made it
 * @param summary a description in a few words
 */
public record NewArtifact(
        ArtifactOwner owner,
        RunnerId runnerId,
        String artifactId,
        String artifactType,
        String mimeType,
        @Nullable String name,
        ObjectNode metadata,
        ArtifactContent content,
        ArtifactScope scope,
        @Nullable String summary) {
    /** Source of every artifact that a run made. */
    private static final String SOURCE = "runner";

    public NewArtifact {
        Objects.requireNonNull(owner);
        Objects.requireNonNull(runnerId);
        Objects.requireNonNull(artifactId);
        Objects.requireNonNull(content);
        Objects.requireNonNull(scope);
    }

    /** Creates an artifact for its conversation, without a summary. */
    public NewArtifact(
            ArtifactOwner owner,
            RunnerId runnerId,
            String artifactId,
            String artifactType,
            String mimeType,
            @Nullable String name,
            ObjectNode metadata,
            ArtifactContent content) {
        this(
                owner,
                runnerId,
                artifactId,
                artifactType,
                mimeType,
                name,
                metadata,
                content,
                ArtifactScope.CONVERSATION,
                null);
    }

    /** Returns the metadata of the stored artifact. */
    public ArtifactMetadata stored(Instant createdAt, Instant expiresAt) {
        return new ArtifactMetadata(
                artifactId,
                artifactType,
                mimeType,
                name,
                (long) content.size(),
                content.sha256(),
                SOURCE,
                owner.conversationId(),
                owner.runId().toString(),
                runnerId.toString(),
                createdAt.getEpochSecond(),
                expiresAt.getEpochSecond(),
                metadata,
                scope.wire(),
                summary,
                null);
    }
}
