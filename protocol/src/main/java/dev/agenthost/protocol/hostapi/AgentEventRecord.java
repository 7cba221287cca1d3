package dev.agenthost.protocol.hostapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** An event of the log, as a runner may see it (spec 000 §8). Times are epoch seconds. */
public record AgentEventRecord(
        String eventId,
        String eventType,
        @Nullable Long eventTime,
        String source,
        @Nullable String botId,
        @Nullable String workspaceId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable String actorType,
        @Nullable String actorId,
        @Nullable String actorName,
        @Nullable String subjectType,
        @Nullable String subjectId,
        @Nullable String inputSummary,
        @Nullable String inputRef,
        @Nullable String rawRef,
        @Nullable Long seq,
        @Nullable String cursor,
        @Nullable Long createdAt,
        ObjectNode metadata) {
    public AgentEventRecord {
        Fields.text(eventId, "event_id");
        Fields.text(eventType, "event_type");
        Fields.text(source, "source");
        metadata = Fields.object(metadata);
    }
    /** A copy without the reference to the platform's own payload. */
    public AgentEventRecord withoutRaw() {
        return rawRef == null
                ? this
                : new AgentEventRecord(
                        eventId,
                        eventType,
                        eventTime,
                        source,
                        botId,
                        workspaceId,
                        conversationId,
                        threadId,
                        actorType,
                        actorId,
                        actorName,
                        subjectType,
                        subjectId,
                        inputSummary,
                        inputRef,
                        null,
                        seq,
                        cursor,
                        createdAt,
                        metadata);
    }
}
