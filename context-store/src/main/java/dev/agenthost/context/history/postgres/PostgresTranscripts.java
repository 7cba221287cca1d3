package dev.agenthost.context.history.postgres;

import dev.agenthost.context.history.NumberedEntry;
import dev.agenthost.context.history.PageRequest;
import dev.agenthost.context.history.Slice;
import dev.agenthost.context.history.Transcripts;
import dev.agenthost.protocol.store.history.HistoryDirection;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;

/** Keyset pages over the primary key of {@code context.transcript}: a page costs the same wherever it is. */
public final class PostgresTranscripts implements Transcripts {
    private static final String ROWS = """
            select * from context.transcript t
            where t.conversation = %s
                and t.seq > $5 and t.seq < $6
            """.formatted(Reading.CONVERSATION);
    private static final String BACKWARD = Slices.sql(EntryRows.COLUMNS, EntryRows.BYTES, ROWS, "t.seq desc", "$7");
    private static final String FORWARD = Slices.sql(EntryRows.COLUMNS, EntryRows.BYTES, ROWS, "t.seq asc", "$7");

    private final Pool pool;

    public PostgresTranscripts(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Slice<NumberedEntry>> read(PageRequest request) {
        return pool.preparedQuery(request.direction() == HistoryDirection.BACKWARD ? BACKWARD : FORWARD)
                .execute(Reading.in(request.conversation())
                        .addLong(request.above())
                        .addLong(request.below())
                        .addInteger(request.limit()))
                .map(rows -> Slices.read(rows, EntryRows.WIDTH, EntryRows::read));
    }
}
