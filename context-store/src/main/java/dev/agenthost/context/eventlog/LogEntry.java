package dev.agenthost.context.eventlog;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the event log, before it is numbered. It has everything that the projection of the transcript needs, so that the
 * transcript can be rebuilt from the log alone.
 *
 * @param key an entry whose key was logged before is a repetition; null if repetitions are recognised otherwise
 * @param conversation null outside any conversation; the entry then has no number
 * @param position of a result in its run
 * @param at the record's own time
 * @param data without inline bytes
 * @param usage usage that a runner reports
 * @param isMessage true if the entry is a message of the transcript
 * @param source the record of the entry
 * @param attached artifacts of its run that the entry carries; null if there are none
 */
public record LogEntry(
        @Nullable String key,
        String workspaceId,
        @Nullable ConversationRef conversation,
        LogKind kind,
        String type,
        @Nullable String eventId,
        @Nullable UUID runId,
        @Nullable StreamPosition position,
        Instant at,
        JsonNode data,
        @Nullable JsonNode usage,
        boolean isMessage,
        RecordPosition source,
        @Nullable ArtifactAttachment attached) {
    public LogEntry {
        if (isMessage && conversation == null) {
            throw new IllegalArgumentException("a message needs a conversation");
        }
    }

    /** Creates an entry without artifacts. */
    public LogEntry(
            @Nullable String key,
            String workspaceId,
            @Nullable ConversationRef conversation,
            LogKind kind,
            String type,
            @Nullable String eventId,
            @Nullable UUID runId,
            @Nullable StreamPosition position,
            Instant at,
            JsonNode data,
            @Nullable JsonNode usage,
            boolean isMessage,
            RecordPosition source) {
        this(
                key,
                workspaceId,
                conversation,
                kind,
                type,
                eventId,
                runId,
                position,
                at,
                data,
                usage,
                isMessage,
                source,
                null);
    }
}
