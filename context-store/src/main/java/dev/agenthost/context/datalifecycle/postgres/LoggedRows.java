package dev.agenthost.context.datalifecycle.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.agenthost.context.eventlog.ArtifactAttachment;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.LogEntry;
import dev.agenthost.context.eventlog.LogKind;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.topic.RecordPosition;
import io.vertx.mutiny.sqlclient.Row;
import org.jspecify.annotations.Nullable;

/** Maps rows of {@code context.event_log} to entries. */
final class LoggedRows {
    /** Columns of the table as {@code l} and its conversation as {@code c}. */
    static final String COLUMNS = """
            l.seq, l.transcript_seq, l.kind, l.type, l.event_id, l.run_id, l.attempt, l.sequence, l.at, l.data::text,
            l.artifact_refs::text, l.item_type, l.source, c.workspace_id, c.bot_id, c.conversation_id, c.thread_id""";

    private LoggedRows() {}

    static LogEntry read(Row row) {
        Integer attempt = row.getInteger(6);
        String refs = row.getString(10);
        return new LogEntry(
                null,
                row.getString(13),
                new ConversationRef(row.getString(13), row.getString(14), row.getString(15), row.getString(16)),
                WireName.find(LogKind.class, row.getString(2)).orElseThrow(),
                row.getString(3),
                row.getString(4),
                row.getUUID(5),
                attempt == null ? null : new StreamPosition(attempt, row.getLong(7)),
                row.getOffsetDateTime(8).toInstant(),
                json(row.getString(9)),
                null,
                true,
                RecordPosition.parse(row.getString(12)),
                attached(refs == null ? null : (ArrayNode) json(refs), row.getString(11)));
    }

    private static @Nullable ArtifactAttachment attached(@Nullable ArrayNode refs, @Nullable String itemType) {
        return refs == null ? null : new ArtifactAttachment(refs, itemType != null);
    }

    private static JsonNode json(String stored) {
        try {
            return ProtocolCodec.mapper().readTree(stored);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database has invalid JSON", e);
        }
    }
}
