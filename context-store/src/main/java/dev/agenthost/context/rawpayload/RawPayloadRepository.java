package dev.agenthost.context.rawpayload;

import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.protocol.store.RawPayloadWrite;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Stores raw payloads. A payload past its retention is not found, whether it was deleted yet or not. */
public interface RawPayloadRepository {
    /**
     * Stores the payload of an event; an earlier payload of that event stays.
     *
     * @return true if the event has a payload now: none is stored for an erased event or an event that was logged before
     */
    Uni<Boolean> store(RawPayloadWrite put, ArtifactContent content);

    /** Finds a payload for people of the workspace. */
    Uni<Optional<StoredRawPayload>> find(String workspaceId, String artifactId);

    /** Finds a payload for a run that may see it: of its own conversation and thread, and outside any conversation of its own event. */
    Uni<Optional<StoredRawPayload>> visibleTo(ArtifactOwner reader, String artifactId);

    /**
     * Deletes some payloads past their retention.
     *
     * @return true if there is more to do
     */
    Uni<Boolean> expire();
}
