package dev.agenthost.context.eventlog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One message that was said, by a person or by an agent.
 *
 * @param transcriptId the same whenever it is projected
 * @param content its plain text
 * @param contentJson the whole message, where it is more than its text
 * @param artifactRefs what was attached, or made for it, a list of references
 * @param itemType {@link #MESSAGE}, or {@link #ARTIFACT} where something was made and nothing said with it
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

    /** The same, with that metadata. */
    public TranscriptEntry withMetadata(ObjectNode other) {
        return new TranscriptEntry(
                transcriptId, eventId, runId, role, content, contentJson, artifactRefs, at, other, itemType);
    }
}
