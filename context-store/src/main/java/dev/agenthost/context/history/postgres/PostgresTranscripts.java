package dev.agenthost.context.history.postgres;

import dev.agenthost.context.history.NumberedEntry;
import dev.agenthost.context.history.PageRequest;
import dev.agenthost.context.history.Transcripts;
import dev.agenthost.protocol.store.history.HistoryDirection;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.util.ArrayList;
import java.util.List;

/** Keyset pages over the primary key of {@code context.transcript}: a page costs the same wherever it is. */
public final class PostgresTranscripts implements Transcripts {
    private static final String PAGE = """
            select %s
            from context.transcript t
            where t.conversation = %s
                and t.seq > $5 and t.seq < $6
            order by t.seq %s limit $7
            """;
    private static final String BACKWARD = PAGE.formatted(EntryRows.COLUMNS, Reading.CONVERSATION, "desc");
    private static final String FORWARD = PAGE.formatted(EntryRows.COLUMNS, Reading.CONVERSATION, "asc");

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
                    rows.forEach(row -> entries.add(EntryRows.read(row)));
                    return entries;
                });
    }
}
