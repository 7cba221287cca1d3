package dev.agenthost.context.transcript.postgres;

import dev.agenthost.context.transcript.NumberedEntry;
import dev.agenthost.context.transcript.Slice;
import dev.agenthost.context.transcript.TranscriptPageRequest;
import dev.agenthost.context.transcript.TranscriptRepository;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.store.history.HistoryDirection;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;

/** Keyset pages over the primary key of {@code context.transcript}: a page costs the same wherever it is. */
@Singleton
public final class PostgresTranscriptRepository implements TranscriptRepository {
    private static final String ROWS = """
            select * from context.transcript t
            where t.conversation = %s
                and t.seq > $5 and t.seq < $6
            """.formatted(ConversationQueries.CONVERSATION);

    /** Excludes an event, later events, and the answers to all of these. An event that is not stored follows all stored ones. */
    private static final String BEFORE_INPUT = ROWS + """
                and t.event_id not in (
                    select l.event_id from context.event_log l
                    where l.kind = 'event' and l.event_id is not null and l.conversation = %1$s
                        and l.seq >= (
                            select min(o.seq) from context.event_log o
                            where o.kind = 'event' and o.event_id = $8 and o.conversation = %1$s))
            """.formatted(ConversationQueries.CONVERSATION);

    private static final String BACKWARD = sql(ROWS, "t.seq desc");
    private static final String FORWARD = sql(ROWS, "t.seq asc");
    private static final String BACKWARD_BEFORE_INPUT = sql(BEFORE_INPUT, "t.seq desc");
    private static final String FORWARD_BEFORE_INPUT = sql(BEFORE_INPUT, "t.seq asc");

    private final Pool pool;

    public PostgresTranscriptRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Slice<NumberedEntry>> read(TranscriptPageRequest request) {
        EventId input = request.input();
        boolean backward = request.direction() == HistoryDirection.BACKWARD;
        Tuple values = ConversationQueries.in(request.conversation())
                .addLong(request.above())
                .addLong(request.below())
                .addInteger(request.limit());
        Uni<RowSet<Row>> found = input == null
                ? pool.preparedQuery(backward ? BACKWARD : FORWARD).execute(values)
                : pool.preparedQuery(backward ? BACKWARD_BEFORE_INPUT : FORWARD_BEFORE_INPUT)
                        .execute(values.addString(input.toString()));
        return found.map(rows -> BoundedPageQuery.read(rows, EntryRows.WIDTH, EntryRows::read));
    }

    private static String sql(String rows, String order) {
        return BoundedPageQuery.sql(EntryRows.COLUMNS, EntryRows.BYTES, rows, order, "$7");
    }
}
