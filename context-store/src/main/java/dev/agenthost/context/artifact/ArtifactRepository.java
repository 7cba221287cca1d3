package dev.agenthost.context.artifact;

import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Stores artifacts until they expire. Writes are fenced and take effect once for each operation id; metadata and bytes are written
 * together. An expired artifact is not found, whether it was deleted yet or not.
 */
public interface ArtifactRepository {
    Uni<ArtifactWrite> put(WriteClaim claim, NewArtifact artifact);

    /** Finds an artifact that this run made itself. */
    Uni<Optional<ArtifactMetadata>> madeBy(ArtifactOwner run, String artifactId);

    /** Finds an artifact that this run may see. Of several with that id, the run's own wins, else the newest. */
    Uni<Optional<ArtifactMetadata>> visibleTo(ArtifactOwner reader, String artifactId);

    /** Finds those of these artifacts that this run may see, by their ids, each as {@link #visibleTo(ArtifactOwner, String)} does. */
    Uni<Map<String, ArtifactMetadata>> visibleTo(ArtifactOwner reader, List<String> artifactIds);

    /** @param runId null for the newest with that id, of any run */
    Uni<Optional<ArtifactMetadata>> inWorkspace(String workspaceId, String artifactId, @Nullable UUID runId);

    /**
     * Does the same for the artifacts of these bots only.
     *
     * @param bots empty for none
     */
    Uni<Optional<ArtifactMetadata>> ofBots(
            String workspaceId, String artifactId, @Nullable UUID runId, Set<String> bots);

    /**
     * Returns true if an artifact with that id that this run could see has expired. Known for thirty days, except for erased artifacts.
     */
    Uni<Boolean> hasExpired(ArtifactOwner reader, String artifactId);

    /** @param runId null for an artifact of any run */
    Uni<Boolean> hasExpired(String workspaceId, String artifactId, @Nullable UUID runId);

    /** Reads these bytes; fewer if they were freed meanwhile. Reads no chunk outside the span. */
    Uni<byte[]> bytes(String workspaceId, String sha256, ByteRange span);
}
