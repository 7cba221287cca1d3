package dev.agenthost.context.eventlog;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the event log, before it is numbered. It holds all that the transcript's projection needs, so that the
 * transcript can be made again from the log alone.
 *
 * @param key an entry with the same key was logged before: this one is a repetition; null where a repetition is known
 *     otherwise
 * @param conversation null outside any conversation; such an entry has no number
 * @param position of a result in its run
 * @param at the record's own time
 * @param data without inline bytes
 * @param usage what a runner says it spent
 * @param said whether it is a message of the transcript
 * @param source the record that it came with
 * @param attached what its run made that it goes with; null where there is nothing
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
        boolean said,
        RecordPosition source,
        @Nullable ArtifactAttachment attached) {
    public LogEntry {
        if (said && conversation == null) {
            throw new IllegalArgumentException("nothing is said outside a conversation");
        }
    }

    /** One with which nothing goes that a run made. */
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
            boolean said,
            RecordPosition source) {
        this(key, workspaceId, conversation, kind, type, eventId, runId, position, at, data, usage, said, source, null);
    }
}
