package dev.agenthost.protocol.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the transcript (spec 000 §8).
 *
 * @param itemType {@code message} by default
 * @param cursor opaque; names this place in its own conversation and thread only
 * @param createdAt epoch seconds
 */
public record TranscriptItem(
        String transcriptId,
        String eventId,
        @Nullable String conversationId,
        @Nullable String threadId,
        String role,
        String itemType,
        @Nullable String content,
        @Nullable JsonNode contentJson,
        List<JsonNode> artifactRefs,
        @Nullable Long seq,
        @Nullable String cursor,
        @Nullable Long createdAt,
        ObjectNode metadata) {
    public TranscriptItem {
        Fields.text(transcriptId, "transcript_id");
        Fields.text(eventId, "event_id");
        Fields.text(role, "role");
        itemType = Fields.or(itemType, "message");
        contentJson = Fields.nullable(contentJson);
        artifactRefs = Fields.list(artifactRefs, "artifact_refs");
        metadata = Fields.object(metadata);
    }

    /** The same, with these. */
    public TranscriptItem withArtifactRefs(List<JsonNode> refs) {
        return new TranscriptItem(
                transcriptId,
                eventId,
                conversationId,
                threadId,
                role,
                itemType,
                content,
                contentJson,
                refs,
                seq,
                cursor,
                createdAt,
                metadata);
    }
}
