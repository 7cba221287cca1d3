package dev.agenthost.context.rawpayload;

import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.protocol.store.RawPut;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Where raw payloads are kept. What has outlived its time is not found, whether it was forgotten yet or not. */
public interface RawPayloadRepository {
    /**
     * Keeps it for its event; what is there for that event already stays.
     *
     * @return whether there is one now: not of what was erased, and not anew of what was logged before
     */
    Uni<Boolean> keep(RawPut put, ArtifactContent content);

    /** As people of the workspace see it. */
    Uni<Optional<StoredRawPayload>> find(String workspaceId, String artifactId);

    /** As a run sees it that may: of its own conversation and thread, and outside any of its own event. */
    Uni<Optional<StoredRawPayload>> seenBy(ArtifactOwner reader, String artifactId);

    /** Forgets some of what has outlived its time. @return whether there is more to do */
    Uni<Boolean> expire();
}
