package dev.agenthost.context.history.postgres;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.history.NumberedEntry;
import dev.agenthost.context.history.PageRequest;
import dev.agenthost.context.history.Transcripts;
import dev.agenthost.context.transcript.TranscriptEntry;
import dev.agenthost.protocol.store.HistoryDirection;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;

/** Keyset pages over the primary key of {@code context.transcript}: a page costs the same wherever it is. */
public final class PostgresTranscripts implements Transcripts {
    private static final String PAGE = """
            select t.seq, t.transcript_id, t.event_id, t.run_id, t.role, t.content, t.content_json::text,
                   t.artifact_refs::text, t.at, t.metadata::text
            from context.transcript t
            where t.conversation = %s
                and t.seq > $5 and t.seq < $6
            order by t.seq %s limit $7
            """;
    private static final String BACKWARD = PAGE.formatted(Reading.CONVERSATION, "desc");
    private static final String FORWARD = PAGE.formatted(Reading.CONVERSATION, "asc");

    private final Pool pool;

    public PostgresTranscripts(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<NumberedEntry>> read(PageRequest request) {
        return pool.preparedQuery(request.direction() == HistoryDirection.BACKWARD ? BACKWARD : FORWARD)
                .execute(Reading.in(request.conversation())
                        .addLong(request.above())
                        .addLong(request.below())
                        .addInteger(request.limit() + 1))
                .map(rows -> {
                    List<NumberedEntry> entries = new ArrayList<>();
                    rows.forEach(row -> entries.add(new NumberedEntry(row.getLong(0), entry(row))));
                    return entries;
                });
    }

    private static TranscriptEntry entry(Row row) {
        String message = row.getString(6);
        return new TranscriptEntry(
                row.getUUID(1),
                row.getString(2),
                row.getUUID(3),
                row.getString(4),
                row.getString(5),
                message == null ? null : Reading.json(message),
                Reading.json(row.getString(7)),
                row.getOffsetDateTime(8).toInstant(),
                (ObjectNode) Reading.json(row.getString(9)));
    }
}
