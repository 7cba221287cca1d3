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
 * Where artifacts are kept, for as long as it was told. Writes are fenced and done once for each operation id, metadata and bytes at once. What has expired is
 * not found, whether it was forgotten yet or not.
 */
public interface ArtifactRepository {
    Uni<ArtifactWrite> put(WriteClaim claim, NewArtifact artifact);

    /** One that this run made itself. */
    Uni<Optional<ArtifactMetadata>> madeBy(ArtifactOwner run, String artifactId);

    /** One that this run may see; of several with that id its own, else the newest. */
    Uni<Optional<ArtifactMetadata>> seenBy(ArtifactOwner reader, String artifactId);

    /** Those of these that this run may see, by their ids; each as {@link #seenBy(ArtifactOwner, String)} has it. */
    Uni<Map<String, ArtifactMetadata>> seenBy(ArtifactOwner reader, List<String> artifactIds);

    /** @param runId null for the newest with that id, of whichever run */
    Uni<Optional<ArtifactMetadata>> inWorkspace(String workspaceId, String artifactId, @Nullable UUID runId);

    /**
     * The same, of these bots alone.
     *
     * @param bots empty for none
     */
    Uni<Optional<ArtifactMetadata>> ofBots(
            String workspaceId, String artifactId, @Nullable UUID runId, Set<String> bots);

    /** Whether this run might have seen one with that id, which has expired. Known for thirty days, but for what was erased. */
    Uni<Boolean> hasExpired(ArtifactOwner reader, String artifactId);

    /** @param runId null for that of whichever run */
    Uni<Boolean> hasExpired(String workspaceId, String artifactId, @Nullable UUID runId);

    /** Those bytes; fewer, where they were freed meanwhile. Reads no chunk of which it needs nothing. */
    Uni<byte[]> bytes(String workspaceId, String sha256, ByteRange span);
}
