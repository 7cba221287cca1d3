package dev.agenthost.context.artifact;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An artifact that is fit to be kept.
 *
 * @param mimeType what the runner says of it where the content allows that, else what the content is
 * @param name a plain file name
 * @param scope which runs see it beside the one that made it
 * @param summary what it is, in a few words
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
    /** What is made by runs says so. */
    private static final String SOURCE = "runner";

    public NewArtifact {
        Objects.requireNonNull(owner);
        Objects.requireNonNull(runnerId);
        Objects.requireNonNull(artifactId);
        Objects.requireNonNull(content);
        Objects.requireNonNull(scope);
    }

    /** For its conversation, and without a summary. */
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

    /** What is known of it once it is kept. */
    public ArtifactMetadata kept(Instant createdAt, Instant expiresAt) {
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
