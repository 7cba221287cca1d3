package dev.agenthost.context.eventlog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One message of a person or an agent.
 *
 * @param transcriptId the same in every projection
 * @param content its plain text
 * @param contentJson the whole message, if it has more than text
 * @param artifactRefs a list of references to attached or created artifacts
 * @param itemType {@link #MESSAGE}, or {@link #ARTIFACT} for artifacts without a message
 */
public record TranscriptEntry(
        UUID transcriptId,
        String eventId,
        @Nullable UUID runId,
        String role,
        @Nullable String content,
        @Nullable JsonNode contentJson,
        JsonNode artifactRefs,
        Instant at,
        ObjectNode metadata,
        String itemType) {
    public static final String MESSAGE = "message";
    public static final String ARTIFACT = "artifact";

    /** Returns the same entry with other metadata. */
    public TranscriptEntry withMetadata(ObjectNode other) {
        return new TranscriptEntry(
                transcriptId, eventId, runId, role, content, contentJson, artifactRefs, at, other, itemType);
    }
}
