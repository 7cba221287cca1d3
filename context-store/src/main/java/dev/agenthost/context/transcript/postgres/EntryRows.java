package dev.agenthost.context.transcript.postgres;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.eventlog.TranscriptEntry;
import dev.agenthost.context.transcript.NumberedEntry;
import io.vertx.mutiny.sqlclient.Row;

/** Maps rows of {@code context.transcript} to entries. */
public final class EntryRows {
    /** Metadata of a row of the table as {@code t}: as stored, and {@code recalled} if its message was recalled since. */
    public static final String METADATA = """
            (case when exists (
                select from context.recalls m
                where m.conversation = t.conversation and m.subject = sha256(convert_to(t.metadata ->> 'subject_id', 'UTF8')))
            then t.metadata || '{"recalled": true}' else t.metadata end)""";

    /** Columns of a row of the table as {@code t}; {@link #read} expects them first. */
    public static final String COLUMNS = """
            t.seq, t.transcript_id, t.event_id, t.run_id, t.role, t.content, t.content_json::text,
            t.artifact_refs::text, t.at, %s::text, t.item_type""".formatted(METADATA);

    /** Size of an entry in an answer, in bytes. */
    static final String BYTES = """
            coalesce(octet_length(to_json(t.content)::text), 0) + coalesce(octet_length(t.content_json::text), 0)
            + octet_length(t.artifact_refs::text) + octet_length(t.metadata::text)""";

    /** Number of {@link #COLUMNS}. */
    public static final int WIDTH = 11;

    private EntryRows() {}

    public static NumberedEntry read(Row row) {
        String message = row.getString(6);
        return new NumberedEntry(
                row.getLong(0),
                new TranscriptEntry(
                        row.getUUID(1),
                        row.getString(2),
                        row.getUUID(3),
                        row.getString(4),
                        row.getString(5),
                        message == null ? null : ConversationQueries.json(message),
                        ConversationQueries.json(row.getString(7)),
                        row.getOffsetDateTime(8).toInstant(),
                        (ObjectNode) ConversationQueries.json(row.getString(9)),
                        row.getString(10)));
    }
}
